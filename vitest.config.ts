import { availableParallelism } from 'node:os'
import type { Plugin } from 'vitest/config'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const own = ['{app,artifact,components,db,lib,e2e,fuzz}/**']
const outside = ['node_modules/**', '.next/**']
const files = (kind: string) => own.map((folder) => `${folder}/*.${kind}.test.{ts,tsx}`)
/** What every test sees: the demonstration is on, and nothing is written to the terminal. */
const env = {
  SANDBOX: '1',
  LOG_LEVEL: 'silent',
  BASE_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'the cookies of the tests are sealed with this',
  CRON_SECRET: 'the scheduler of the tests has this secret',
  // Whether everything is right when many write at once is asked of all that they write, so nothing is refused.
  WRITE_WAIT_MS: '0',
  METRICS_TOKEN: 'the monitor of the tests has this secret',
}
/** Of the integration tests; the others say below what they need. `pg` is how a shop is deployed. */
const driver = process.env.TEST_DRIVER ?? 'pg'
/** The embedded database runs in this process and ignores the limits of a server. */
const ofServers = driver === 'pglite' ? ['db/connection/time-limits.driver.test.ts'] : []
const database = {
  globalSetup: ['db/testing/global.ts'],
  setupFiles: ['lib/server/testing/setup.ts'],
}

/** What a glob finds changes without the file that has it. */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    experimental_defineCacheKeyGenerator(({ sourceCode }) =>
      sourceCode.includes('import.meta.glob') ? false : undefined,
    )
  },
}

/** What happens after an answer may take its time on a busy machine: a poll ends as soon as it holds. */
const patient = { poll: { timeout: 15_000 } }

const shared = { resolve: { alias: { '@': root } }, plugins: [uncachedGlobs] }

export default defineConfig({
  test: {
    // Left alone, Vitest keeps one core for itself and does nothing with it.
    maxWorkers: availableParallelism(),
    // A third of a second run is to transform what has not changed.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.data/modules' },
    projects: [
      // Without a database, and without anything else that a file could leave behind: so a process takes several of them,
      // and reads each module once.
      {
        ...shared,
        test: { name: 'unit', include: files('unit'), exclude: outside, env, isolate: false, expect: patient },
      },
      // On PostgreSQL by HTTP; with TEST_DRIVER=pglite or neon there, through `route.ts`, which is what those are
      // deployed with. Each file gets a migrated database of its own.
      {
        ...shared,
        test: {
          name: 'integration',
          include: own.map((folder) => `${folder}/*.test.ts`),
          exclude: [...outside, ...ofServers, ...['unit', 'race', 'crash', 'page', 'deployed'].flatMap(files)],
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: patient,
          env: { ...env, TEST_MOUNT: driver === 'pg' ? 'native' : 'route' },
          ...database,
        },
      },
      // Many clients at once, on a real PostgreSQL always.
      {
        ...shared,
        test: {
          name: 'race',
          include: files('race'),
          exclude: outside,
          env,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          ...database,
          globalSetup: ['db/testing/global-pg.ts'],
        },
      },
      // The pages of the built server, read without a browser.
      {
        ...shared,
        test: {
          name: 'page',
          env,
          include: files('page'),
          exclude: outside,
          testTimeout: 60_000,
          isolate: false,
          globalSetup: ['lib/server/testing/global-pages.ts'],
        },
      },
      // What `npm run artifact` has built and serves, in the folder where it has.
      { ...shared, test: { name: 'deployed', env, include: files('deployed'), exclude: outside, testTimeout: 60_000 } },
      // The built server, killed.
      {
        ...shared,
        test: {
          name: 'crash',
          env,
          include: files('crash'),
          exclude: outside,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
