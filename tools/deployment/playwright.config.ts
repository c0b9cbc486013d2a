import { defineConfig } from '@playwright/test'
import { executablePath } from '@/e2e/support/chromium'
import { protectionCookie } from './serve'

const { ARTIFACT_ORIGIN = '', ARTIFACT_SECRET = '' } = process.env

/** The session cookies of the platform, for both addresses of a preview. */
const cookies = ['localhost', 'deployment.localhost'].map((domain) => ({
  name: protectionCookie,
  value: ARTIFACT_SECRET,
  domain,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax' as const,
}))

/** Browser tests of a served artifact. Started by `npm run artifact`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  // The functions are fresh, and so slower than the server of the other browser tests.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: ARTIFACT_ORIGIN,
    locale: 'en',
    ignoreHTTPSErrors: true,
    storageState: { cookies, origins: [] },
    launchOptions: { executablePath },
  },
})
