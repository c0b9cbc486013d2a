// The server of the browser tests: the production build with a new data folder on each start. Stops on SIGTERM.
// PORT and DATA_DIR are required; SEED=0 leaves the shop empty and without staff.

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const { PORT, DATA_DIR, SEED } = process.env
if (!PORT || !DATA_DIR) throw new Error('PORT and DATA_DIR are required.')

const env = {
  SANDBOX: '1',
  NEXTAUTH_SECRET: 'for-browser-tests-only-0123456789abcdef',
  CRON_SECRET: 'for-browser-tests-only-fedcba9876543210',
  LOG_LEVEL: 'warn',
  ...process.env,
  NODE_ENV: 'production',
}

let child
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child?.kill(signal))

/** Runs Node with these arguments; resolves with the exit code. */
const run = (...args) =>
  new Promise((resolve, reject) => {
    child = spawn(process.execPath, args, { env, stdio: 'inherit' })
    child.once('error', reject).once('exit', (code) => resolve(code ?? 0))
  })

rmSync(DATA_DIR, { recursive: true, force: true })
const commands = SEED === '0' ? [] : ['scripts/seed.ts', 'e2e/support/failures.ts']
let failed = 0
for (const command of commands) failed ||= await run('--import', 'tsx', command)
process.exit(failed || (await run('.server/server.js')))
