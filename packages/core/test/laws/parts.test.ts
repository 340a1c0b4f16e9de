import { holdLaws } from './holdLaws.js'

holdLaws('parts')
