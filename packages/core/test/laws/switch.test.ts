import { holdLaws } from './holdLaws.js'

holdLaws('switch')
