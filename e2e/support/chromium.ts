import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// What `npx playwright install` brought, else the system's own: not every machine can download a browser.
const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const bundled = existsSync(chromium.executablePath())

/** Where the browser is; undefined for the one that Playwright brought itself. */
export const executablePath = process.env.CHROMIUM_PATH ?? (bundled ? undefined : system)

/** Throws a sentence where there is none: better now than later, and by each test anew. */
export function requireChromium(): void {
  if (executablePath === undefined ? bundled : existsSync(executablePath)) return
  throw new Error('No Chromium found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.')
}
