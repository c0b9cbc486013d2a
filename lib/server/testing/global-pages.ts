import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { freePort } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

/** With the demonstration and the accounts of the browser tests, once for all tests of pages. */
export default async function setup(project: TestProject) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['e2e/support/server.mjs'], {
    env: { ...process.env, PORT: String(port), BASE_URL: origin, DATA_DIR: '.data/pages' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100))
  if (child.exitCode !== null) throw new Error('The built server does not start. Has `npm run build` been run?')
  project.provide('origin', origin)
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
