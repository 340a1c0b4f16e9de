import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { npmCommand, runNpm } from './build/npmCommand.js'

/** Checks the import graph against `.dependency-cruiser.cjs`. A graph without modules proves nothing, so it fails too. */
const boundaries = async (): Promise<void> => {
  const config = await extractConfig('./.dependency-cruiser.cjs')
  const { output } = await cruise(['packages', 'tools'], {
    ...config.options,
    ruleSet: config,
    validate: true,
    exclude: { path: '(dist|node_modules/\\.cache)/' },
  })

  if (typeof output === 'string')
    throw new Error('boundaries: dependency-cruiser gave text where its result was asked for')

  const { violations, totalCruised, error } = output.summary
  violations.forEach(({ rule, from, to }) => console.error(`boundaries: ${rule.name}: ${from} → ${to}`))
  console.error(`boundaries: ${totalCruised} modules, ${error} violations`)
  process.exitCode = error > 0 || totalCruised === 0 ? 1 : 0
}

await runNpm(
  npmCommand(
    'boundaries',
    'Checks which part imports which. Exit 1: an import that is not allowed. Exit 2: usage.',
  ).action(boundaries),
)
