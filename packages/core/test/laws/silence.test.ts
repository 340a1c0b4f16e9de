import { holdLaws } from './holdLaws.js'

holdLaws('silence')
