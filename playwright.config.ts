import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { executablePath } from './e2e/support/chromium'
import { shopCopy } from './e2e/support/other-server'

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
    // An action that is stuck ends its test early, so that the test can be tried again.
    actionTimeout: 30_000,
    locale: 'en',
    // Pages live for seconds here, so that optimizing their scripts costs more time than it saves: a tenth of the
    // processor time of the accessibility tests (2026-11-28).
    launchOptions: { executablePath, args: ['--js-flags=--no-opt,--no-maglev'] },
    screenshot: 'only-on-failure',
    // Recording takes a quarter of every test's time. To record, use `npx playwright test --trace retain-on-failure`.
    trace: 'off',
  },
  webServer: {
    command: 'node e2e/support/server.mjs',
    url: `${baseURL}/api/ready`,
    env: { PORT: port, DATA_DIR: '.data/e2e', KEEP_COPY_IN: shopCopy },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
