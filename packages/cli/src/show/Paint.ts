import pc from 'picocolors'

/** How the terminal shows what is well and what is not. The words say it too, so nothing is lost without colour. */
export interface Paint {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly dim: (text: string) => string
}

export const paintFor = (useColour: boolean): Paint => {
  const { green, red, dim } = pc.createColors(useColour)
  return { good: green, bad: red, dim }
}
