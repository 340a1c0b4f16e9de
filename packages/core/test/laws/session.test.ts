import { holdLaws } from './holdLaws.js'

holdLaws('session')
