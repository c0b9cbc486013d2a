// All steps of the checks, each with its first ring: `npm run check` while working, `npm test` before a push, `npm run
// verify` before a change lands, `npm run release` before a version. Each ring includes the steps of the previous ones.

import { read } from './install.mjs'

export const rings = ['check', 'test', 'verify', 'release']

/** The path of PgBouncer 1.21 or later. Optional, because current distributions have older versions. */
const pgbouncer = process.env.PGBOUNCER
const pooled = { TEST_PGBOUNCER: pgbouncer }

/** The results of the browser tests, written by Playwright (playwright.config.ts). */
export const browserReport = '.data/browser.json'

/** Returns the results of the browser tests: the title of each test with its file, and a status for each run. */
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

/** The report of a step with tests of Vitest: the duration of each test, as JSON. */
export const vitestReport = (step) => `.data/reports/${step.replaceAll(/\W+/g, '-')}.json`

/** Returns a step that runs a project of vitest.config.ts. `tests`: more arguments. */
const vitest = ({ name, project = name, tests = '', ...step }) => ({
  name,
  command: `vitest run --project ${project} ${tests} --reporter default --reporter json --outputFile.json ${vitestReport(name)}`,
  ...step,
})

/** Everything but papers, which no build and no test of a running shop reads. */
const product = [':/', ':!*.md', ':!docs', ':!.ci', ':!.github', ':!LICENSE']

/** What `npm run build` and `npm start` read of the configuration. */
const building = [
  'next.config.ts',
  'package-lock.json',
  'server.ts',
  'instrumentation.ts',
  'proxy.ts',
  ...['build', 'build-key', 'bundle', 'compress', 'install', 'runtime'].map((name) => `scripts/${name}.mjs`),
  'scripts/start.cjs',
  'lib/kit/build.ts',
  'lib/server/native',
  ':(glob)lib/**/*.mjs',
]

/** What reads and writes the databases. */
const databases = ['db', 'lib/kit/database.ts', 'lib/kit/api', 'lib/server', 'package-lock.json']

/**
 * Steps start in this order, in parallel if enough cores are free. A step without `cores` takes all cores, so that no
 * other step runs beside it.
 *
 * - `ring`: the first ring (docs/testing.md) that has the step. `until`: the last ring, if later rings have a larger
 *   step instead.
 * - `inputs`: the files that the step reads, as pathspecs of git. `verify` leaves the step out if none of them has
 *   changed since its last recorded run (selection.mjs). So `verify` has also the steps of `release` with changed inputs.
 * - `needs`: steps that must have passed before. If a step is chosen by its name, the steps it needs run, too.
 *   `onlyIfNeeded`: the step runs only for others. `command` may be a function of the names of all steps of the run.
 * - `browser`: the step needs Chromium. It is left out where Chromium cannot be installed.
 * - `quiet`: the output is shown only after a failure. `hint`: a remedy, shown after a failure.
 * - `mayMiss`: the step exits with 69 if its requirements are not available here; it then counts as skipped.
 */
const allSteps = (ring, tested) => [
  {
    name: 'types',
    ring: 'check',
    cores: 1,
    // One checker, which derives each type once, beside the step on another core. In the ring `check`, only code that
    // depends on a change is checked again.
    command: `next typegen && tsc --noEmit --checkers 1 ${ring === 'check' ? '--incremental --tsBuildInfoFile .data/check.tsbuildinfo' : '--incremental false'}`,
  },
  // One worker, which loads each module once, beside the steps that need one core. In the ring `check`, only the tests
  // whose imports have changed since the commit `tested`.
  vitest({
    name: 'unit',
    ring: 'check',
    cores: 1,
    tests: `--maxWorkers 1${ring === 'check' && tested ? ` --changed ${tested} --passWithNoTests` : ''}`,
  }),
  // The random tests of the modules that calculate, clean and read, with all their rounds.
  vitest({
    name: 'all rounds',
    project: 'unit',
    tests: 'lib/order lib/pricing lib/kit/html components/ui/money-input amounts.unit',
    ring: 'release',
    cores: 1,
    env: { TEST_ROUNDS: 'all' },
    inputs: [
      'lib/order',
      'lib/pricing',
      'lib/kit/html',
      'lib/kit/money.ts',
      'components/ui/money-input.tsx',
      'package-lock.json',
    ],
  }),
  // Loads a database, every module and the demonstration shop, so that a fault in one of them fails here.
  vitest({
    name: 'reads',
    project: 'integration',
    tests: 'lib/server/demonstration/demonstration',
    ring: 'check',
    until: 'check',
    cores: 1,
  }),
  { name: 'lint', ring: 'check', cores: 1, command: 'npm run --silent lint' },
  { name: 'document', ring: 'test', cores: 1, command: 'npm run --silent lint:document' },
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
  { name: 'history', ring: 'verify', cores: 1, mayMiss: true, command: 'npm run --silent lint:history' },
  {
    name: 'build',
    ring: 'test',
    cores: 1,
    onlyIfNeeded: true,
    // These steps build the project, too, and start with the cache of this build.
    command: (names) =>
      ['operator', 'image', 'old build'].some((name) => names.includes(name))
        ? 'npm run build -- --cache'
        : 'npm run build',
    quiet: true,
  },
  // Beside one another, each with one core: the servers of these steps are started, killed and waited for most of the
  // time, and a build uses more than one core only in part of its time. The longest come first, so that the last ones
  // end at about the same time.
  vitest({ name: 'pages', project: 'page', ring: 'test', cores: 1, inputs: product, needs: ['build'] }),
  // Two at a time: they wait for servers most of the time.
  vitest({ name: 'crash', tests: '--maxWorkers 2', ring: 'verify', cores: 1, inputs: product, needs: ['build'] }),
  {
    name: 'operator',
    ring: 'release',
    cores: 1,
    mayMiss: true,
    command: 'npm run --silent operator',
    inputs: [
      ...['deploy', 'docs/deploying.md', 'tools/operator', 'tools/build-cache.ts', 'tools/project-files.ts'],
      ...['cleanup', 'fill', 'shop', 'table'].map((name) => `tools/bench/${name}.ts`),
      ...['db/testing/postgres.ts', 'db/migrate.ts', 'db/migrations', 'db/connection'],
      ...['lib/server/testing/pictures.ts', 'lib/server/testing/server.ts', 'lib/server/backup.ts'],
      ...['scripts/admin-create.ts', 'scripts/command.ts', 'scripts/migrate.ts', 'scripts/rehearse.ts'],
      ...building,
    ],
  },
  vitest({ name: 'races', project: 'race', ring: 'verify', cores: 1, inputs: product }),
  {
    name: 'deployment',
    browser: true,
    ring: 'release',
    cores: 1,
    mayMiss: true,
    command: 'npm run --silent artifact',
    inputs: [
      ...['vercel.json', 'tools/deployment', 'tools/fuzz', 'tools/bench/cleanup.ts', 'tools/bench/shop.ts'],
      ...['app/v1', 'app/cms', 'app/api', 'db/connection', 'db/testing', 'e2e/support', 'scripts/journey.mjs'],
      ...['lib/server/next', 'lib/server/testing', 'lib/kit/api/run', 'instrumentation-client.ts'],
      ...building,
    ],
  },
  {
    name: 'image',
    ring: 'release',
    cores: 1,
    mayMiss: true,
    command: 'npm run --silent image',
    inputs: [
      ...[
        'Dockerfile',
        '.dockerignore',
        'compose.yaml',
        'tools/image',
        'tools/build-cache.ts',
        'tools/project-files.ts',
      ],
      ...['tools/bench/cleanup.ts', 'db/testing/postgres.ts', 'db/migrate.ts', 'package.json'],
      ...['lib/server/testing/pictures.ts', 'lib/server/testing/server.ts'],
      ...['scripts/admin-create.ts', 'scripts/command.ts', 'scripts/migrate.ts'],
      ...building,
    ],
  },
  {
    name: 'old build',
    ring: 'release',
    cores: 1,
    mayMiss: true,
    command: 'npm run --silent old-build',
    inputs: [
      ...['db/migrations', 'db/functions', 'db/seed', 'db/migrate.ts', 'db/testing/postgres.ts'],
      ...['scripts/old-build.ts', 'scripts/command.ts', 'scripts/migrate.ts', 'scripts/seed.ts'],
      ...['lib/server/demonstration', 'lib/server/testing/server.ts'],
      ...['tools/build-cache.ts', 'tools/deployment/functions.ts'],
    ],
  },
  {
    name: 'clients',
    ring: 'release',
    cores: 1,
    command: 'npm run --silent clients',
    inputs: [
      ...['scripts/clients.ts', 'examples/clients', 'lib/kit/api/document', 'lib/kit/api/endpoint'],
      ...['lib/server/endpoints.ts', 'lib/server/shop-document.ts'],
      ...[':(glob)lib/**/*schema.ts', ':(glob)lib/**/endpoints.ts', ':(glob)lib/**/cms.ts'],
    ],
  },
  {
    name: 'first hour',
    ring: 'release',
    cores: 1,
    command: 'npm run --silent first-hour',
    inputs: ['CONTRIBUTING.md', 'scripts/first-hour.mjs', 'scripts/generate.ts', 'package.json', 'package-lock.json'],
  },
  vitest({ name: 'integration', ring: 'test', inputs: product }),
  // The random tests of baskets, coupons, refunds, sales figures and imports, with all their rounds.
  vitest({
    name: 'all rounds, with a database',
    project: 'integration',
    tests: [
      'lib/order/place/preview.test.ts lib/order/place/freight.test.ts lib/promotion/coupon.test.ts lib/payment/refund.test.ts',
      'lib/dashboard/earned.test.ts lib/import/languages.test.ts lib/import/round-trip.test.ts',
    ].join(' '),
    ring: 'release',
    env: { TEST_ROUNDS: 'all' },
    inputs: [
      ...[
        'lib/order',
        'lib/pricing',
        'lib/promotion',
        'lib/payment',
        'lib/dashboard',
        'lib/import',
        'lib/product',
        'lib/kit/import',
      ],
      ...['lib/kit/spreadsheet', 'lib/kit/api/csv', 'lib/kit/money.ts', 'package-lock.json'],
    ],
  }),
  {
    name: 'browser, the core',
    browser: true,
    ring: 'test',
    until: 'test',
    needs: ['build'],
    command: 'playwright test --grep @core',
  },
  ...['pglite', 'neon'].map((driver) =>
    vitest({
      name: driver,
      project: 'integration',
      tests: '.driver.test.ts',
      ring: 'release',
      env: { TEST_DRIVER: driver },
      inputs: [':(glob)**/*.driver.test.ts', ...databases],
    }),
  ),
  ...(pgbouncer
    ? [
        vitest({
          name: 'integration, pooled',
          project: 'integration',
          ring: 'release',
          env: pooled,
          inputs: databases,
        }),
        vitest({ name: 'races, pooled', project: 'race', ring: 'release', cores: 1, env: pooled, inputs: databases }),
      ]
    : []),
  {
    name: 'fuzz',
    ring: 'verify',
    inputs: product,
    needs: ['build'],
    command: 'npm run --silent fuzz -- --seed 1 --seconds 20',
  },
  // Failed tests run a second time; if they pass then, they are counted as flaky. Races and sums are not retried.
  {
    name: 'browser',
    browser: true,
    ring: 'verify',
    inputs: product,
    needs: ['build'],
    command: "playwright test --retries 1 --grep-invert '@look\\b'",
  },
  // The looks that the step `browser` leaves out (e2e/support/page.ts).
  {
    name: 'other looks',
    browser: true,
    ring: 'release',
    inputs: [
      'components/ui',
      'e2e/admin-looks.spec.ts',
      'e2e/admin-overlays.spec.ts',
      'e2e/support',
      'package-lock.json',
    ],
    needs: ['build'],
    command: "playwright test --retries 1 --grep '@looks?\\b'",
    env: { OTHER_LOOKS: '1' },
  },
]

/**
 * Returns the steps of a ring. `verify` has also the steps of `release`, which selection.mjs chooses by their inputs.
 * `tested`: a commit with which all unit tests have passed.
 */
export const stepsOf = (ring, tested) =>
  allSteps(ring, tested).filter(
    (step) =>
      rings.indexOf(step.ring) <= rings.indexOf(ring === 'verify' ? 'release' : ring) &&
      rings.indexOf(step.until ?? 'release') >= rings.indexOf(ring),
  )
