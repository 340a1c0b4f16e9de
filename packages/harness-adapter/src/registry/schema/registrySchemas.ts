import * as t from 'io-ts'
import { isSupportedSchema } from '@active-mode/core'
import type { JsonSchema } from '@active-mode/core/schema'
import { tableOf } from '../format/Form.js'
import { ManifestForm, PackForm, RegistryFileForm } from '../format/forms.js'
import { registryFile } from '../format/names.js'
import { formSchema } from './formSchema.js'
import { manifestWords, packWords, registryFileWords } from './words.js'

/** The schema of one TOML file of a registry. `name` is the file that the schema is kept in. */
export interface RegistrySchema {
  readonly of: 'mode.toml' | 'pack.toml' | typeof registryFile
  readonly name: string
  readonly schema: JsonSchema
}

const { consumer_floors, ...manifest } = ManifestForm.props

/** The manifest as doctor wants it: of a version that this build reads. The decoder itself takes any version, to call it a gap. */
const CurrentManifest = tableOf({
  ...manifest,
  schema_version: t.refinement(manifest.schema_version, isSupportedSchema, 'a version that this build reads'),
  consumer_floors: tableOf({
    ...consumer_floors.props,
    plugin: t.refinement(consumer_floors.props.plugin, () => true, 'a version that this build supports'),
  }),
})

/** The schemas for editors (ADR 23), in the order of the format. */
export const registrySchemas: ReadonlyArray<RegistrySchema> = [
  {
    of: 'mode.toml',
    name: 'mode.v1.json',
    schema: formSchema(CurrentManifest, 'urn:active-mode:mode:v1', manifestWords),
  },
  { of: 'pack.toml', name: 'pack.v1.json', schema: formSchema(PackForm, 'urn:active-mode:pack:v1', packWords) },
  {
    of: registryFile,
    name: 'active-mode.v1.json',
    schema: formSchema(RegistryFileForm, 'urn:active-mode:registry-file:v1', registryFileWords),
  },
]
