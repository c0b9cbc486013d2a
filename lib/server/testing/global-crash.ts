import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { createDatabase, startPostgres } from '@/db/testing/postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Copied by crash tests. `server`: a URL; `template`: a name. */
    shop: { server: string; template: string }
  }
}

/** Writes the demonstration once for all crash tests. Throws if the shop was not built. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  const template = 'demonstration'
  const seed = spawn(process.execPath, ['.server/seed.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SANDBOX: '1',
      DATABASE_URL: await createDatabase(url, template),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(seed, 'exit')
  if (code !== 0) {
    await stop()
    throw new Error('The demonstration shop cannot be written. Has `npm run build` been run?')
  }
  project.provide('shop', { server: url, template })
  return stop
}
