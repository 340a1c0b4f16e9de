import { holdLaws } from './holdLaws.js'

holdLaws('function')
