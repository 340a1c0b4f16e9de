#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  console.error(`active-mode: ${built.pathname} is missing; make it with: npm run build`)
  process.exitCode = 2
}
