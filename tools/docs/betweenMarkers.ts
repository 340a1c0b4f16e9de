/** A page with the text between two markers, each on a line of its own, replaced. A page without them is an error. */
export const betweenMarkers = (page: string, name: string, text: string): string => {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->\n`]
  const from = page.indexOf(start) + start.length
  const to = page.indexOf(end, from)
  if (from < start.length || to < 0) throw new Error(`the page has no markers ${start.trim()} and ${end.trim()}`)
  return `${page.slice(0, from)}\n${text}\n\n${page.slice(to)}`
}
