import { holdLaws } from './holdLaws.js'

holdLaws('registry')
