import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { executablePath } from './e2e/support/chromium'

const port = process.env.E2E_PORT ?? '3305'
const baseURL = `http://localhost:${port}`

/** Against the production build: `npm run build` first. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One for each core. With more of them each test takes longer, and all together take as long.
  workers: availableParallelism(),
  // These say that something never happens. A shared machine can be three times slower than a desk's, and is not at fault.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // The file is read by scripts/steps.mjs.
  reporter: [['list'], ['json', { outputFile: '.data/browser.json' }]],
  use: {
    baseURL,
    locale: 'en',
    launchOptions: { executablePath },
    screenshot: 'only-on-failure',
    // Recording costs every test a quarter of its time: `npx playwright test --trace retain-on-failure` where it is wanted.
    trace: 'off',
  },
  webServer: {
    command: 'node e2e/support/server.mjs',
    url: `${baseURL}/api/ready`,
    env: { PORT: port, DATA_DIR: '.data/e2e' },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
