import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The browser of `npx playwright install`. */
const ofPlaywright = chromium.executablePath()

/**
 * The browser of Playwright, or the system's, because not every machine can download one. Of several, the headless
 * shell, which Playwright also installs: its tests take two thirds of the time.
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

/** The path of the browser; undefined: Playwright chooses its own, or there is none. */
export const executablePath = chosen === ofPlaywright ? undefined : chosen

/** Whether the machine has a browser now. */
export const hasChromium = () => existsSync(choose() ?? '')

/** Throws if there is no browser, so that the run fails once instead of in every test. */
export function requireChromium(): void {
  if (hasChromium()) return
  throw new Error('No Chromium found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.')
}
