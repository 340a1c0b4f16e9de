import { buildPlugin } from '../../../../../tools/build/buildPlugin.js'

/** The end-to-end tests load the file that a user installs, so it is built first. */
export default buildPlugin
