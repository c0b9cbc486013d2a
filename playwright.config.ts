import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { chromium, defineConfig } from '@playwright/test'

// What `npx playwright install` brought, else the system's own: not every machine can download a browser.
const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const bundled = existsSync(chromium.executablePath()) ? undefined : system
const executablePath = process.env.CHROMIUM_PATH ?? bundled

const port = process.env.E2E_PORT ?? '3305'
const baseURL = `http://localhost:${port}`

/** Against the production build: `npm run build` first. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One for each core. With more of them each test takes longer, and all together take as long.
  workers: availableParallelism(),
  timeout: 60_000,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
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
