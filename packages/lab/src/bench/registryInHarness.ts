import { registryFigures } from './registry.js'

/*
 * Bundled and run in the harness's own runtime, where the plugin's reader runs: the arguments are the number of bundles
 * and the root of a staged registry, again and again. Prints the figures as one JSON line.
 */
const [, , ...pairs] = process.argv
const figures = []
for (let at = 0; at < pairs.length; at += 2)
  figures.push(...(await registryFigures(Number(pairs[at]), pairs[at + 1] ?? '', 'in the harness')))
console.log(JSON.stringify(figures))
