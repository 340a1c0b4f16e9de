/** A bundle as it lies on disk: its folder's name, and the bytes of its files by name. A file that is not there is absent. */
export interface FuzzBundle {
  readonly directory: string
  readonly files: Readonly<Record<string, Uint8Array>>
}

/** How many bytes a bundle holds in all. */
export const bundleBytes = ({ files }: FuzzBundle): number =>
  Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0)
