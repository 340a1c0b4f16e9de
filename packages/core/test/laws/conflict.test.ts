import { holdLaws } from './holdLaws.js'

holdLaws('conflict')
