import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The path of the browser that `npx playwright install` downloads. */
const ofPlaywright = chromium.executablePath()

/**
 * Returns the path of the browser: CHROMIUM_PATH, or else Playwright's own browser, or else a browser of the system.
 * Undefined if there is none. A browser of the system is for machines that cannot download Playwright's browser. The
 * headless shell comes first, because tests take a third less time in it.
 */
const choose = () =>
  process.env.CHROMIUM_PATH ??
  [
    ofPlaywright,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path))

const chosen = choose()

/** The path of the browser. Undefined: Playwright's own browser is used, or there is no browser. */
export const executablePath = chosen === ofPlaywright ? undefined : chosen

/** Whether the machine has a browser now. */
export const hasChromium = () => existsSync(choose() ?? '')

/** Throws if there is no browser, so that the run fails once instead of in every test. */
export function requireChromium(): void {
  if (hasChromium()) return
  throw new Error('No Chromium found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.')
}
