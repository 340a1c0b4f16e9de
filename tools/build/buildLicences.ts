import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the packages that a bundle holds code of, as one comment: a file that travels alone has to carry them. */
export const bundledLicences = (folder: string, inputs: ReadonlyArray<string>): string => {
  const packages = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(input)?.[0] ?? [])
  const texts = [...new Set(packages)].sort().map((path) => licenceOf(join(folder, path)))
  return `/*\n${['This file holds code of other people.', ...texts].join('\n\n').replaceAll('*/', '* /')}\n*/\n`
}

const licenceOf = (folder: string): string => {
  const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} is bundled and brings no licence`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
}
