import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { executablePath } from './e2e/support/chromium'

const port = process.env.E2E_PORT ?? '3305'
const baseURL = `http://localhost:${port}`

/** Browser tests on the production build. Run `npm run build` first. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One worker for each core. With more workers each test takes longer, and all tests together take the same time.
  workers: availableParallelism(),
  // The timeouts only end a test that is stuck. A shared machine can be three times slower than a desktop computer.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // scripts/steps.mjs reads this file.
  reporter: [['list'], ['json', { outputFile: '.data/browser.json' }]],
  use: {
    baseURL,
    locale: 'en',
    launchOptions: { executablePath },
    screenshot: 'only-on-failure',
    // Recording takes a quarter of every test's time. To record, use `npx playwright test --trace retain-on-failure`.
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
