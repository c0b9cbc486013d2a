// `npm run check`, `npm test` and `npm run verify`: run the steps of one ring (scripts/steps.mjs) until the first
// failure. Works right after `git clone`: installs the packages, and Chromium where it is missing. Names after `--`
// choose steps: `npm run verify -- races crash`. `--shard 1/3` chooses a part of the browser tests, and
// `--without-browser` leaves them out.

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { installChromium } from './browser.mjs'
import { checkNode, install, killAll, seconds, start } from './install.mjs'
import { browserResults, rings, stepsOf } from './steps.mjs'

const cores = availableParallelism()

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => {
    killAll('SIGTERM')
    process.exit(code)
  })
}

/** Returns the ring and its steps: all steps, or the named ones with the steps they need. */
function chosen() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { shard: { type: 'string' }, 'without-browser': { type: 'boolean', default: false } },
  })
  const ring = positionals[0] ?? ''
  const names = positionals.slice(1)
  const all = stepsOf(ring)
  const known = new Set(all.map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (!rings.includes(ring)) throw new Error(`Which ring? ${rings.join(', ')}.`)
  if (unknown) throw new Error(`There is no step “${unknown}”: ${[...known].join(', ')}.`)
  const wanted = new Set(names)
  for (const { name, needs = [] } of all.toReversed()) if (wanted.has(name)) for (const one of needs) wanted.add(one)
  const steps = all.filter(({ name }) => names.length === 0 || wanted.has(name))
  const sharded = (step) =>
    values.shard && step.command.startsWith('playwright') ? `${step.command} --shard ${values.shard}` : step.command
  return {
    ring,
    withoutBrowser: values['without-browser'],
    steps: steps.map((step) => ({ cores, needs: [], ...step, command: sharded(step) })),
  }
}

/**
 * Installs Chromium if a step needs it, except with `--without-browser`. Returns the steps that cannot run: the steps
 * with a browser, if there is no Chromium or `--without-browser` is given. Throws if there is no PostgreSQL, which most
 * steps need.
 */
async function prepareMachine({ steps, withoutBrowser }) {
  const inBrowser = steps.filter(({ browser }) => browser)
  const isMissing = withoutBrowser || (inBrowser.length > 0 && !(await installChromium()))
  const { register } = await import('tsx/esm/api')
  register()
  const { findPostgres } = await import('../db/testing/postgres.ts')
  if (!findPostgres()) {
    throw new Error(
      'No PostgreSQL found: install the server (Debian: `apt-get install postgresql`), or set TEST_DATABASE_URL to one.',
    )
  }
  return isMissing ? inBrowser : []
}

/**
 * The steps in the order in which they were started. The output of the step `foreground` is shown as it arrives. The
 * output of other steps is kept and shown when their turn comes.
 */
const started = []
let foreground

/** The exit code of a step whose requirements are not available on this machine. */
const missing = 69

function begin(step) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const begun = performance.now()
  const child = start(step.command, { env: { ...process.env, ...color, ...step.env }, stdio: 'pipe' })
  const one = { step, state: 'running', seen: false, time: '', fault: '', output: [] }
  const closed = [child.stdout, child.stderr].map((stream) => {
    stream.on('data', (data) =>
      foreground === one && !step.quiet ? process.stdout.write(data) : one.output.push(data),
    )
    return new Promise((done) => stream.once('close', done))
  })
  one.ended = child.ended.then(async (code) => {
    await Promise.all(closed)
    one.state = code === 0 ? 'passed' : code === missing && step.mayMiss ? 'skipped' : 'failed'
    one.time = seconds(begun)
    one.fault = `\`${step.command}\` failed (${code}). ${step.hint ?? ''}`
    return one
  })
  started.push(one)
}

/** Shows a step in the foreground: its name, and its output so far. */
function show(one) {
  foreground = one
  console.log(`\n── ${one.step.name} ${'─'.repeat(Math.max(0, 72 - one.step.name.length))}`)
  if (!one.step.quiet || one.state === 'failed') for (const data of one.output) process.stdout.write(data)
}

const signs = { passed: '✓', failed: '✗', skipped: '○', running: '–' }
const running = () => started.filter(({ state }) => state === 'running')

/** Runs the steps until all are done or one has failed. Returns the failed step; undefined if there is none. */
async function runAll(steps) {
  const waiting = [...steps]
  const unseen = () => started.filter(({ seen }) => !seen)
  const isReady = ({ needs }) =>
    needs.every((name) => started.some(({ step, state }) => step.name === name && state === 'passed'))
  for (;;) {
    while (
      waiting[0] &&
      isReady(waiting[0]) &&
      running().reduce((sum, { step }) => sum + step.cores, waiting[0].cores) <= cores
    )
      begin(waiting.shift())
    if (running().length === 0) return undefined
    if (!foreground || foreground.seen) show(unseen()[0])
    await Promise.race(running().map(({ ended }) => ended))
    const failed = started.find(({ state }) => state === 'failed')
    if (failed) return failed
    // Shows steps in the order of their start: a step that ended early waits for earlier ones.
    for (const one of unseen()) {
      if (one !== foreground) show(one)
      if (one.state === 'running') break
      one.seen = true
      console.log(`${signs[one.state]} ${one.step.name}, ${one.time}`)
    }
  }
}

/** Returns the titles of browser tests that failed and then passed. */
const flakyTests = () => browserResults().flatMap(({ title, statuses }) => (statuses.includes('flaky') ? [title] : []))

/** Returns the processor time of this process and its ended children, in seconds; undefined: not known here. */
function processorTime() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Math.round(fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100)
  } catch {
    return undefined
  }
}

function summary(ring, total) {
  const names = started.map(({ step }) => step.name)
  const width = Math.max(...names.map((name) => name.length), 'processor time'.length)
  const line = (sign, name, time) => console.log(`${sign} ${name.padEnd(width)} ${time.padStart(9)}`)
  console.log()
  for (const { step, state, time } of started) line(signs[state], step.name, time || 'stopped')
  line(' ', 'in all', total)
  const processor = processorTime()
  if (processor !== undefined) line(' ', 'processor time', `${processor} s`)
  if (ring === 'verify' && !process.env.PGBOUNCER)
    console.log('\nSkipped: the same through PgBouncer. Set PGBOUNCER to the path of one of 1.21 or later.')
  const count = (wanted) => started.filter(({ state }) => state === wanted).length
  const flaky = names.includes('browser') ? flakyTests() : []
  for (const title of flaky) console.log(`Flaky: ${title}`)
  const counted = names.includes('browser') ? `, ${flaky.length} flaky` : ''
  console.log(`\n${count('passed')} passed, ${count('skipped')} skipped, ${count('failed')} failed${counted}`)
}

const begun = performance.now()
let choice
/** The steps that are left out because they need a browser. */
let leftOut = []
try {
  checkNode()
  choice = chosen()
  if (await install({ development: true })) console.log(`Packages installed in ${seconds(begun)}`)
  if (choice.ring !== 'check') leftOut = await prepareMachine(choice)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const failed = await runAll(choice.steps.filter((step) => !leftOut.includes(step)))
if (failed) {
  const shown = failed === foreground && !failed.step.quiet
  killAll('SIGTERM')
  if (!shown) show(failed)
  console.log(`\n✗ ${failed.step.name}, ${failed.time}: ${failed.fault}`)
}
summary(choice.ring, seconds(begun))
if (leftOut.length > 0) {
  const names = leftOut.map(({ name }) => name).join(', ')
  console.log(
    choice.withoutBrowser
      ? `Left out, as asked: ${names}.`
      : `Left out without a browser: ${names}. Set CHROMIUM_PATH to a Chromium, or add --without-browser to pass without.`,
  )
}
process.exit(failed || (leftOut.length > 0 && !choice.withoutBrowser) ? 1 : 0)
