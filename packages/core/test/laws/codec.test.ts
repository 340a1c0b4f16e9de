import { holdLaws } from './holdLaws.js'

holdLaws('codec')
