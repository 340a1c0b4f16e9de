import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { buildCli } from '../../build/buildCli.js'

/** The tool, its page, the contracts and the plugin lie where a build lays them. Built once, before all tests, since they run side by side. */
const buildTool = async (): Promise<void> => {
  await buildPlugin()
  await buildCli()
}

export default buildTool
