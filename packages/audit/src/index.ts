export { type Replay, replay } from './step/replay.js'
