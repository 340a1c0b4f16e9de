import { holdLaws } from './holdLaws.js'

holdLaws('fallback')
