import { createRegistrySource } from '@active-mode/harness-adapter/library'
import { blockedBy } from './blocked.js'

/*
 * Bundled and run in a process of its own, since a registry is read cold once in the life of one: how long reading the
 * root that the argument names holds the event loop. Prints one JSON line.
 */
const { snapshot } = createRegistrySource({ option: process.argv[2], env: {} })
console.log(JSON.stringify(await blockedBy(snapshot)))
