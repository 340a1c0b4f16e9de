import { buildAudit } from '../../build/buildAudit.js'

/** The tool, its page and the contracts lie where a build lays them. Built once, before all tests, since they run side by side. */
export default buildAudit
