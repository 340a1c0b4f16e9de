import { standInConfig as standIn1Config } from '@active-mode/lab/harness'
import { standIn2Ids, standIn2Provider } from '@active-mode/lab/harness2'
import type { Fields } from '../Fields.js'
import type { Generation } from '../setup/HarnessSetup.js'

/** The one provider of the copy, the stand-in model at `url`, as a config of a generation names it. */
export const standInConfig = (generation: Generation, url: string): Fields => {
  if (generation === 1) return { ...standIn1Config(url), snapshot: false }
  const { providerID, id } = standIn2Ids.chat
  return { model: `${providerID}/${id}`, providers: { [providerID]: standIn2Provider(url, 'chat') } }
}
