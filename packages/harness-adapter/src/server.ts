import activeMode from './index.js'
import { setup } from './opencode2/live/setup.js'

/** One object for both generations of the harness: each takes the function that it knows. */
export default { id: 'active-mode', server: activeMode, setup }
