/** What was found where a file of a bundle was looked for: its bytes, or why there are none. */
export type FileContent = FileBytes | FileFailure

export interface FileBytes {
  readonly _tag: 'bytes'
  readonly bytes: Uint8Array
}

/** `detail` names the failure (a system error code, a cap), never what the file holds. */
export interface FileFailure {
  readonly _tag: 'failed'
  readonly why: 'absent' | 'unreadable' | 'too-large'
  readonly detail: string
}
