import { holdLaws } from './holdLaws.js'

holdLaws('keys')
