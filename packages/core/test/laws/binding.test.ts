import { holdLaws } from './holdLaws.js'

holdLaws('binding')
