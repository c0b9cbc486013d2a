import { availableParallelism } from 'node:os'
import type { Plugin } from 'vitest/config'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const own = ['{app,components,db,lib,e2e,tools}/**']
const outside = ['node_modules/**', '.next/**']
const files = (kind: string) => own.map((folder) => `${folder}/*.${kind}.test.{ts,tsx}`)
/** The environment of all tests: the demonstration is on, and nothing is written to the terminal. */
const env = {
  SANDBOX: '1',
  LOG_LEVEL: 'silent',
  BASE_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'the cookies of the tests are sealed with this',
  CRON_SECRET: 'the scheduler of the tests has this secret',
  // Tests check that all of many concurrent writes are correct, so no write is refused for its waiting time.
  WRITE_WAIT_MS: '0',
  METRICS_TOKEN: 'the monitor of the tests has this secret',
}
/** The database driver of integration tests. By default PostgreSQL, on which most shops run. */
const driver = process.env.TEST_DRIVER ?? 'pg'
/** Tests that need a database server. The embedded database runs in this process and has no time limits. */
const ofServers = driver === 'pglite' ? ['db/connection/time-limits.driver.test.ts'] : []
const database = {
  globalSetup: ['db/testing/global.ts'],
  setupFiles: ['lib/server/testing/setup.ts'],
}

/**
 * Disables the cache for modules with `import.meta.glob`: the result of a glob changes without a change of the module.
 */
const uncachedGlobs: Plugin = {
  name: 'uncached-globs',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    experimental_defineCacheKeyGenerator(({ sourceCode }) =>
      sourceCode.includes('import.meta.glob') ? false : undefined,
    )
  },
}

/** The time limit of `expect.poll`. Work after an answer may take long on a busy machine. */
const patient = { poll: { timeout: 15_000 } }

const shared = { resolve: { alias: { '@': root } }, plugins: [uncachedGlobs] }

export default defineConfig({
  test: {
    // By default, Vitest leaves one core unused for itself.
    maxWorkers: availableParallelism(),
    // A third of the time of a second run is the transformation of unchanged modules.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.data/modules' },
    projects: [
      // Without a database or other state that a file could leave behind. So one process runs several files and loads
      // each module once.
      {
        ...shared,
        test: {
          name: 'unit',
          include: files('unit'),
          exclude: outside,
          env,
          isolate: false,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles: ['components/ui/testing/owner-stacks.ts'],
        },
      },
      // On PostgreSQL over HTTP. TEST_DRIVER=pglite or neon tests those databases through `route.ts`, as they are
      // deployed. Each file gets a migrated database of its own.
      {
        ...shared,
        test: {
          name: 'integration',
          include: own.map((folder) => `${folder}/*.test.ts`),
          exclude: [...outside, ...ofServers, ...['unit', 'race', 'crash', 'page', 'deployed'].flatMap(files)],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: patient,
          env: { ...env, TEST_MOUNT: driver === 'pg' ? 'native' : 'route' },
          ...database,
        },
      },
      // Many clients at once, always on a real PostgreSQL.
      {
        ...shared,
        test: {
          name: 'race',
          include: files('race'),
          exclude: outside,
          env,
          testTimeout: 300_000,
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
          testTimeout: 300_000,
          hookTimeout: 60_000,
          isolate: false,
          globalSetup: ['lib/server/testing/global-pages.ts'],
        },
      },
      // The build that `npm run artifact` serves. Run in the folder of that build.
      {
        ...shared,
        test: {
          name: 'deployed',
          env,
          include: files('deployed'),
          exclude: outside,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // The built server after being killed.
      {
        ...shared,
        test: {
          name: 'crash',
          env,
          include: files('crash'),
          exclude: outside,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          globalSetup: ['lib/server/testing/global-crash.ts'],
        },
      },
    ],
  },
})
