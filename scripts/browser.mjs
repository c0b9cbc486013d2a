// Installs Chromium for the browser tests.

import { existsSync } from 'node:fs'
import { run } from './install.mjs'

const isRoot = process.getuid?.() === 0

/**
 * Commands that install Chromium, tried in this order until one succeeds. The first one also installs a font with
 * Chinese characters, for screenshots.
 */
const commands = [
  isRoot &&
    existsSync('/etc/debian_version') &&
    'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk',
  `playwright install ${isRoot ? '--with-deps ' : ''}chromium`,
].filter(Boolean)

/** Installs Chromium unless the machine has it. Returns whether Chromium is available afterwards. */
export async function installChromium() {
  const { register } = await import('tsx/esm/api')
  register()
  const { hasChromium } = await import('../e2e/support/chromium.ts')
  if (hasChromium()) return true
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not exist.`)
  for (const command of commands) {
    console.log(`No Chromium found: ${command}`)
    try {
      await run(command, { quiet: true })
    } catch (error) {
      console.log(error.message)
    }
    if (hasChromium()) return true
  }
  return false
}
