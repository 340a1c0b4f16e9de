import { buildCli } from '../../build/buildCli.js'

/** The tool, its page and the contracts lie where a build lays them. Built once, before all tests, since they run side by side. */
export default buildCli
