// Every step of the checks, with the ring from which on it runs: `npm run check` while working, `npm test` before a push,
// `npm run verify` before a change lands. Each ring has the steps of those before it.

import { read } from './install.mjs'

export const rings = ['check', 'test', 'verify']

/** A PgBouncer of 1.21 or later. Distributions of today have older ones, so it is not asked of everybody. */
const pgbouncer = process.env.PGBOUNCER
const pooled = { TEST_PGBOUNCER: pgbouncer }

/** Where Playwright writes what became of the browser tests (playwright.config.ts). */
export const browserReport = '.data/browser.json'

/** What became of each browser test, as Playwright has written it: its title with its file, and a status for each time it ran. */
export function browserResults() {
  const results = []
  const add = ({ specs = [], suites = [], file = '' }) => {
    for (const { title, tests } of specs)
      results.push({ title: `${file}: ${title}`, statuses: tests.map(({ status }) => status) })
    for (const suite of suites) add({ file, ...suite })
  }
  add(JSON.parse(read(browserReport) || '{}'))
  return results
}

/**
 * Steps start in this order, side by side where the cores allow: one takes all of them unless it says `cores`, so that nothing
 * runs beside it.
 *
 * - `ring`: from which on it runs. `until`: the last one, where a later ring has a step with more of the same.
 * - `needs`: what must have ended before. A step that is asked for by its name brings what it needs.
 * - `quiet`: its output is of interest on failure alone. `hint`: what then helps.
 * - `mayMiss`: it exits with 69 where what it needs cannot be had here, which it says; it is skipped then.
 */
export const stepsOf = (ring) =>
  [
    {
      name: 'types',
      ring: 'check',
      cores: 1,
      // One checker, which derives each type once, beside the step that takes the other core. While somebody works, only what
      // depends on a change is judged again.
      command: `next typegen && tsc --noEmit --checkers 1 ${ring === 'check' ? '--incremental --tsBuildInfoFile .data/check.tsbuildinfo' : '--incremental false'}`,
    },
    // One worker, which reads each module once, beside the steps that need one core.
    { name: 'unit', ring: 'check', cores: 1, command: 'vitest run --project unit --maxWorkers 1' },
    // Begins with a database, every module and the demonstration shop: what breaks in one of them, breaks here.
    {
      name: 'reads',
      ring: 'check',
      until: 'check',
      cores: 1,
      command: 'vitest run --project integration lib/server/demonstration/demonstration',
    },
    { name: 'lint', ring: 'check', cores: 1, command: 'npm run --silent lint' },
    { name: 'document', ring: 'check', cores: 1, command: 'npm run --silent lint:document' },
    { name: 'dead code', ring: 'check', cores: 1, command: 'knip' },
    { name: 'translations', ring: 'check', cores: 1, command: 'npm run --silent check:i18n' },
    {
      name: 'lock file',
      ring: 'check',
      cores: 1,
      quiet: true,
      command: 'npm ci --dry-run --no-audit --no-fund',
      hint: 'Try `node scripts/complete-lock.mjs`.',
    },
    { name: 'build', ring: 'test', cores: 1, command: 'npm run build', quiet: true },
    { name: 'integration', ring: 'test', command: 'vitest run --project integration' },
    // Beside the pages, which also take one core.
    { name: 'races', ring: 'verify', cores: 1, command: 'vitest run --project race' },
    { name: 'pages', ring: 'test', cores: 1, needs: ['build'], command: 'vitest run --project page' },
    {
      name: 'browser, the core',
      ring: 'test',
      until: 'test',
      needs: ['build'],
      command: 'playwright test --grep @core',
    },
    {
      name: 'pglite',
      ring: 'verify',
      command: 'vitest run --project integration .driver.test.ts',
      env: { TEST_DRIVER: 'pglite' },
    },
    {
      name: 'neon',
      ring: 'verify',
      command: 'vitest run --project integration .driver.test.ts',
      env: { TEST_DRIVER: 'neon' },
    },
    pgbouncer && {
      name: 'integration, pooled',
      ring: 'verify',
      command: 'vitest run --project integration',
      env: pooled,
    },
    pgbouncer && { name: 'races, pooled', ring: 'verify', cores: 1, command: 'vitest run --project race', env: pooled },
    { name: 'crash', ring: 'verify', needs: ['build'], command: 'vitest run --project crash' },
    { name: 'fuzz', ring: 'verify', needs: ['build'], command: 'npm run --silent fuzz -- --seed 1 --seconds 20' },
    // What failed is tried once more, and then counted below: a race or a sum never is.
    { name: 'browser', ring: 'verify', needs: ['build'], command: 'playwright test --retries 1' },
    { name: 'clients', ring: 'verify', cores: 1, command: 'npm run --silent clients' },
    { name: 'deployment', ring: 'verify', mayMiss: true, command: 'npm run --silent artifact' },
    { name: 'old build', ring: 'verify', cores: 1, mayMiss: true, command: 'npm run --silent old-build' },
  ].filter(
    (step) =>
      step &&
      rings.indexOf(step.ring) <= rings.indexOf(ring) &&
      rings.indexOf(step.until ?? 'verify') >= rings.indexOf(ring),
  )
