/** The colours that a canvas needs, as the style sheet has them for the light or dark scheme. */
export interface Theme {
  readonly bg: string
  readonly ink: string
  readonly fill: string
  readonly bad: string
  readonly focus: string
  readonly agent: (place: number | null) => { readonly fill: string; readonly ink: string }
}

/** Okabe and Ito's colours, which most kinds of colour blindness tell apart. The name stands in the band as well. */
const palette = [
  ['#56b4e9', '#000'],
  ['#e69f00', '#000'],
  ['#009e73', '#000'],
  ['#cc79a7', '#000'],
  ['#f0e442', '#000'],
  ['#0072b2', '#fff'],
  ['#d9d9d9', '#000'],
  ['#8a6d3b', '#fff'],
] as const

export const readTheme = (): Theme => {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    bg: colour('bg'),
    ink: colour('ink'),
    fill: colour('fill'),
    bad: colour('bad'),
    focus: colour('focus'),
    agent: (place) => {
      const [fill, ink] = palette[place === null ? 6 : place % palette.length] ?? palette[0]
      return { fill, ink }
    },
  }
}
