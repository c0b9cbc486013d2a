import { defineConfig } from '@playwright/test'
import { executablePath } from '@/e2e/support/chromium'
import { protectionCookie } from './serve'

const { ARTIFACT_ORIGIN = '', ARTIFACT_SECRET = '' } = process.env

/** The cookies that stand for a session on Vercel, for both addresses of a preview deployment. */
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

/** The configuration of the browser tests of a served artifact. `npm run artifact` starts these tests. */
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
