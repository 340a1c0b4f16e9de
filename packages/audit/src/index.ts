export { replay, type Replay } from './step/replay.js'
