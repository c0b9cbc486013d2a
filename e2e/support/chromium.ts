import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// The browser of `npx playwright install`, or the system's, because not every machine can download one. Of several, the
// headless shell, which Playwright also installs: its tests take two thirds of the time.
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
const bundled = existsSync(chromium.executablePath())

/** The path of the browser; undefined: Playwright's own. */
export const executablePath = process.env.CHROMIUM_PATH ?? (bundled ? undefined : system)

/** Throws if there is no browser, so that the run fails once instead of in every test. */
export function requireChromium(): void {
  if (executablePath === undefined ? bundled : existsSync(executablePath)) return
  throw new Error('No Chromium found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.')
}
