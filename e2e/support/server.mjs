// The server of the browser tests: the production build with a new data folder on each start. Stops on SIGTERM.
// PORT and DATA_DIR are required. Writes the demonstration shop, and keeps a copy of it in the folder KEEP_COPY_IN, if
// given. COPY_OF: starts with such a copy, which takes half a minute less. SEED=0 leaves the shop empty and without staff.

import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'

const { PORT, DATA_DIR, SEED, KEEP_COPY_IN, COPY_OF } = process.env
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

/** Replaces a folder by a copy of another one. */
function copy(from, to) {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

rmSync(DATA_DIR, { recursive: true, force: true })
let failed = 0
if (COPY_OF) copy(COPY_OF, DATA_DIR)
else if (SEED !== '0') {
  failed = await run('.server/seed.js')
  failed ||= await run('--import', 'tsx', 'e2e/support/failures.ts')
  if (!failed && KEEP_COPY_IN) copy(DATA_DIR, KEEP_COPY_IN)
}
process.exit(failed || (await run('.server/server.js')))
