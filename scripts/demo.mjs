// `npm run demo`: starts a shop with demonstration data from a fresh clone, in one command. Installs and builds only
// when needed, so that the second start takes a second. Needs only Node.js: no account, no database, no configuration.
// PORT, HOST, DATA_DIR, DATABASE_URL and all other variables of the environment apply.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { isBuilt } from './build-key.mjs'
import { checkNode, install, killAll, onEndOfNpm, read, root, run, seconds, start } from './install.mjs'

const port = process.env.PORT || '3000'
const host = process.env.HOST || '127.0.0.1'
const data = resolve(root, process.env.DATA_DIR || '.data')
const log = join(data, 'server.log')
/** The URL for requests of this script: a server can listen on a wildcard host, but clients cannot connect to one. */
const probed = `http://${['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
/** The URL of the shop for the user's browser. The shop's pictures are at this origin. */
const address = process.env.BASE_URL || `http://localhost:${port}`

/** The time after which what has not stopped is killed, in milliseconds. The server limits itself to about as much. */
const stopMilliseconds = 9_000

let server
let stopping = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
onEndOfNpm(stop)
// The terminal may be closed before the server has stopped.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

/** Stops the running command at the first signal and kills it at the second one. */
function stop() {
  // With Ctrl-C, both the terminal and npm send the signal: two within 0.5 s count as one.
  if (stopping && performance.now() - stopping < 500) return
  killAll(stopping ? 'SIGKILL' : 'SIGTERM')
  if (!stopping) setTimeout(() => killAll('SIGKILL'), stopMilliseconds).unref()
  stopping ||= performance.now()
}

/**
 * Runs `work`. Resolves to its result, or to the duration as text if there is no result. If `work` fails, throws an
 * error with the title, the message and `remedy`.
 */
async function attempt(title, remedy, work) {
  const begin = performance.now()
  try {
    if (stopping) throw new Error('stopped')
    const note = await work()
    return note ?? seconds(begin)
  } catch (error) {
    throw new Error(`${title}: ${error.message}\n${remedy}`)
  }
}

/** Prints one line for a step: the title, and the result or the duration. `duration`: the usual duration, as text. */
async function step(title, duration, remedy, work) {
  process.stdout.write(`  ${title}${duration ? ` (${duration})` : ''} … `)
  try {
    console.log(await attempt(title, remedy, work))
  } catch (error) {
    console.log(stopping ? 'stopped' : 'failed')
    throw error
  }
}

async function checkPort() {
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(`PORT=${port} is not a port: set a number between 1 and 65535.`)
  }
  await new Promise((free, taken) => {
    const probe = createServer()
      .once('error', taken)
      .listen(Number(port), host.replace(/^\[|\]$/g, ''), () => probe.close(free))
  }).catch(({ code, message }) => {
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is in use: stop the process that uses it, or choose another port with PORT=3001 npm run demo.`,
      )
    if (code === 'EACCES')
      throw new Error(
        `Port ${port} may not be used by this account: choose one above 1024 with PORT=3001 npm run demo.`,
      )
    throw new Error(`HOST=${host} and PORT=${port} cannot be listened on: ${message}`)
  })
}

/** Returns the keys of this installation, generated once, in a file that only the owner can read. */
function secrets() {
  const file = join(data, 'secrets.json')
  mkdirSync(data, { recursive: true })
  if (!existsSync(file)) {
    const key = () => randomBytes(32).toString('base64url')
    const made = { NEXTAUTH_SECRET: key(), CRON_SECRET: key() }
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  }
  try {
    const { NEXTAUTH_SECRET, CRON_SECRET } = JSON.parse(readFileSync(file, 'utf8'))
    if (NEXTAUTH_SECRET.length >= 32 && CRON_SECRET.length >= 32) return { NEXTAUTH_SECRET, CRON_SECRET }
  } catch {
    // handled like an incomplete file
  }
  throw new Error(
    `${file} is damaged: delete it and start again. A new one is generated; signed-in users must sign in again.`,
  )
}

async function build(env) {
  if (isBuilt()) return 'up to date'
  await run('npm run build', { env, quiet: true })
}

/** Starts the server and waits until it responds. The output goes to a file, so that the summary stays visible. */
async function serve(env) {
  server = start(['scripts/start.cjs'], {
    env,
    stdio: openSync(log, 'w'),
    isBound: true,
  })
  let code
  server.ended.then((value) => {
    code = value
  })
  for (const begin = performance.now(); performance.now() - begin < 60_000; ) {
    if (stopping) return 'stopped'
    if (code !== undefined) throw new Error(`the server ended (${code}).\n${tail()}`)
    const answer = await fetch(`${probed}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${probed}/api/ready does not answer 200 after a minute.\n${tail()}`)
}

const tail = () => read(log).trimEnd().split('\n').slice(-20).join('\n')

/** Returns the location of the data as text: the folder, or the host and name of the database without the password. */
function place() {
  if (!process.env.DATABASE_URL) return data
  try {
    const { host, pathname } = new URL(process.env.DATABASE_URL)
    return `${host}${pathname} (DATABASE_URL), files in ${data}`
  } catch {
    return 'DATABASE_URL'
  }
}

async function main() {
  checkNode()
  await checkPort()
  console.log('\n  mini-shop\n')

  await step(
    'Installing packages',
    'half a minute, the first time',
    'Check the network and run the command again; npm says above what it missed.',
    async () => ((await install({ development: false })) ? undefined : 'up to date'),
  )

  // The environment overrides the defaults and the stored secrets, except NODE_ENV, because this is a production build.
  const env = { SANDBOX: '1', ...secrets(), ...process.env, PORT: port, HOST: host, NODE_ENV: 'production' }

  // Runs beside the build, which leaves a core idle now and then.
  const prepared = attempt(
    'Preparing the data',
    process.env.DATABASE_URL
      ? 'Check DATABASE_URL.'
      : `Is another server running on ${data}? Stop it. To begin anew, delete that folder.`,
    () => run('node --import tsx scripts/seed.ts', { env, quiet: true }),
  )
  const built = step(
    'Building',
    'a minute, when something has changed',
    'The output above names the file. After an update, delete .next and node_modules and try again.',
    () => build(env),
  )
  await Promise.all([built, prepared])
  console.log(`  Preparing the data meanwhile … ${await prepared}`)
  await step('Starting the server', '', `All it wrote is in ${log}.`, () => serve(env))

  if (!stopping) {
    console.log(`
  Shop         ${address}/
  Admin        ${address}/admin
  Interface    ${address}/docs
  Customer     customer / ${env.SANDBOX_PASSWORD || 'mini-shop-demo'}
  Staff        admin, operator, auditor / ${env.SANDBOX_PASSWORD || 'mini-shop-demo'}
  Data         ${place()}
  Log          ${log}

  Ctrl-C stops.
`)
  }
  const code = await server.ended
  if (!stopping) throw new Error(`The server ended by itself (${code}).\n${tail()}\nAll it wrote is in ${log}.`)
  console.log('\n  Stopped.')
}

main().then(
  () => process.exit(0),
  (error) => {
    if (stopping) process.exit(130)
    console.error(`\n${error.message}\n`)
    process.exit(1)
  },
)
