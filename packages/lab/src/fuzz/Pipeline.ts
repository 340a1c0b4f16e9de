import {
  decidePosture,
  type Posture,
  type RegistryBundle,
  type SessionInfo,
  type StagedRegistry,
  type SwitchStream,
} from '@active-mode/core'
import { renderBlock } from '../../../harness-adapter/src/block/renderBlock.js'
import { assembleBundle, type BundleReading } from '../../../harness-adapter/src/registry/assembleBundle.js'
import { composeSnapshot, type RegistryFindings } from '../../../harness-adapter/src/registry/composeSnapshot.js'
import type { FileContent } from '../../../harness-adapter/src/registry/format/FileContent.js'
import type { ManifestReading } from '../../../harness-adapter/src/registry/format/manifest.js'
import { decodeManifest } from '../../../harness-adapter/src/registry/format/manifest.js'

/** The pure way from the bytes of a bundle to the block, step by step, so that a test can put a broken step in its place. */
export interface Pipeline {
  readonly decodeManifest: (directory: string, content: FileContent) => ManifestReading
  readonly assembleBundle: (reading: ManifestReading, contentOf: (file: string) => FileContent) => BundleReading
  readonly composeSnapshot: (findings: RegistryFindings) => StagedRegistry
  readonly decidePosture: (sessionInfo: SessionInfo, bundle: RegistryBundle, switchStream: SwitchStream) => Posture
  readonly renderBlock: (posture: Posture, bundle: RegistryBundle) => string | null
}

/** The steps that the plugin takes. */
export const pipeline: Pipeline = { decodeManifest, assembleBundle, composeSnapshot, decidePosture, renderBlock }
