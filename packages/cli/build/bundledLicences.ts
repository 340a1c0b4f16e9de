import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the packages that a bundle holds code of, as one comment: a file that travels alone has to carry them. Packages of the same text share it. */
export const bundledLicences = (folder: string, inputs: ReadonlyArray<string>): string => {
  const packages = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(input)?.[0] ?? [])
  const names = new Map<string, ReadonlyArray<string>>()
  for (const path of [...new Set(packages)].sort()) {
    const { name, text } = licenceOf(join(folder, path))
    names.set(text, [...(names.get(text) ?? []), name])
  }
  const texts = [...names].map(([text, sharing]) => `${sharing.join('\n')}\n\n${text}`)
  return `/*\n${['This file holds code of other people.', ...texts].join('\n\n').replaceAll('*/', '* /')}\n*/\n`
}

const licenceOf = (folder: string): { readonly name: string; readonly text: string } => {
  const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} is bundled and brings no licence`)
  return { name: `${name} ${version}`, text: readFileSync(join(folder, file), 'utf8').trim() }
}
