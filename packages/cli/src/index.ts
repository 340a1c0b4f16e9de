export { type Replay, replay } from './audit/replay.js'
