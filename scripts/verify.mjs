// `npm run check`, `npm test`, `npm run verify` and `npm run release`: run the steps of one ring (scripts/steps.mjs)
// until the first failure. Works right after `git clone`: installs the packages, and Chromium where it is missing.
// Names after `--` choose steps: `npm run verify -- races crash`. `--shard 1/3` chooses a part of the browser tests,
// and `--without-browser` leaves them out. `--list` names the steps that would run, with the reason. `--clone` runs them
// on a clone of the commit, with copies of the installed packages: what is not committed is missing there.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installChromium } from './browser.mjs'
import { checkNode, install, killAll, onEndOfNpm, root, seconds, start } from './install.mjs'
import { printSlowest } from './report.mjs'
import { cleanCommit, record, records, recordTested, selectSteps, testedCommit } from './selection.mjs'
import { browserResults, rings, stepsOf } from './steps.mjs'

const cores = availableParallelism()

function stop(code) {
  killAll('SIGTERM')
  process.exit(code)
}
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
  process.on(signal, () => stop(code))
onEndOfNpm(() => stop(143))

/**
 * Returns the ring and its steps: the named ones with the steps they need. Without names, all steps of the ring; in
 * `verify`, without the steps whose inputs have not changed (`unchanged`).
 */
function chosen() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      shard: { type: 'string' },
      list: { type: 'boolean', default: false },
      clone: { type: 'boolean', default: false },
      'without-browser': { type: 'boolean', default: false },
    },
  })
  const [ring = '', ...names] = positionals
  if (!rings.includes(ring)) throw new Error(`Which ring? ${rings.join(', ')}.`)
  const all = stepsOf(ring, testedCommit())
  const known = new Set(all.map(({ name }) => name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown) throw new Error(`There is no step “${unknown}”: ${[...known].join(', ')}.`)
  const reasonOf = ({ name }) => (names.length === 0 || names.includes(name) ? 'chosen' : undefined)
  const byInputs = ring === 'verify' && names.length === 0
  const { due, unchanged, reasons } = selectSteps(all, byInputs ? undefined : reasonOf)
  const dueNames = due.map(({ name }) => name)
  const commandOf = ({ command }) => {
    const text = typeof command === 'function' ? command(dueNames) : command
    return values.shard && text.startsWith('playwright') ? `${text} --shard ${values.shard}` : text
  }
  return {
    ring,
    names,
    list: values.list,
    clone: values.clone,
    withoutBrowser: values['without-browser'],
    reasons,
    unchanged: byInputs ? unchanged : [],
    steps: due.map((step) => ({ cores, needs: [], ...step, command: commandOf(step) })),
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

/** The processor time of the steps that have ended, in seconds. */
let counted = 0
/** The titles of browser tests that failed and then passed. */
const flaky = []

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
    one.processor = processorTime() - counted
    counted += one.processor
    if (step.command.startsWith('playwright')) flaky.push(...flakyTests())
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

/**
 * Runs the steps until all are done or one has failed. Returns the failed step; undefined if there is none. `onPassed`:
 * receives each step that has passed.
 */
async function runAll(steps, onPassed) {
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
      if (one.state === 'passed') onPassed(one.step)
      console.log(`${signs[one.state]} ${one.step.name}, ${one.time}`)
    }
  }
}

const flakyTests = () => browserResults().flatMap(({ title, statuses }) => (statuses.includes('flaky') ? [title] : []))

/** Returns the processor time of the ended children of this process, in seconds; 0 where it is not known. */
function processorTime() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(13, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
  } catch {
    return 0
  }
}

function summary({ ring, unchanged }, total) {
  printSlowest(started.filter(({ state }) => state === 'passed').map(({ step }) => step))
  const names = [...started.map(({ step }) => step), ...unchanged].map(({ name }) => name)
  const width = Math.max(...names.map((name) => name.length), 'in all'.length)
  const line = (sign, name, ...texts) =>
    console.log([sign, name.padEnd(width), ...texts.map((text) => text.padStart(14))].join(' '))
  const time = (processor) => (processor === undefined ? '' : `${processor.toFixed(0)} s`)
  console.log()
  line(' ', '', 'time', 'processor time')
  for (const { step, state, time: clock, processor } of started)
    line(signs[state], step.name, clock || 'stopped', time(processor))
  line(' ', 'in all', total, time(processorTime()))
  if (unchanged.length > 0) console.log('\nNot run, because nothing that it reads has changed since it passed:')
  for (const { name } of unchanged) {
    const [commit = '', date = ''] = records().get(name) ?? []
    console.log(`○ ${name.padEnd(width)} ${commit.slice(0, 8)} ${date}`)
  }
  if (ring === 'release' && !process.env.PGBOUNCER)
    console.log('\nSkipped: the same through PgBouncer. Set PGBOUNCER to the path of one of 1.21 or later.')
  const count = (wanted) => started.filter(({ state }) => state === wanted).length
  for (const title of flaky) console.log(`Flaky: ${title}`)
  console.log(
    `\n${count('passed')} passed, ${count('skipped')} skipped, ${count('failed')} failed, ${flaky.length} flaky`,
  )
}

/** Runs a ring on a clone of the last commit, in a temporary folder. Returns the exit code. */
async function runInClone(ring, args) {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'))
  const words = args.map((argument) => `'${argument}'`).join(' ')
  const packages = join(root, 'node_modules')
  // As links to the files if the folder is on the same file system.
  const copy = `cp -al '${packages}' node_modules 2>/dev/null || cp -a '${packages}' node_modules`
  const child = start(
    `git clone --quiet '${root}' '${folder}' && cd '${folder}' && (${copy}) && CI=true npm run --silent ${ring} -- ${words}`,
  )
  const code = await child.ended
  rmSync(folder, { recursive: true, force: true })
  return code === 0 ? 0 : 1
}

const begun = performance.now()
let choice
/** The steps that are left out because they need a browser. */
let leftOut = []
try {
  checkNode()
  choice = chosen()
  if (choice.list) {
    for (const { name } of choice.steps) console.log(`${name}: ${choice.reasons.get(name)}`)
    for (const { name } of choice.unchanged) console.log(`not ${name}: unchanged since ${records().get(name)?.[0]}`)
    process.exit(0)
  }
  if (choice.clone) {
    const [, ...more] = process.argv.slice(2).filter((argument) => argument !== '--clone')
    process.exit(await runInClone(choice.ring, more))
  }
  if (await install({ development: true })) console.log(`Packages installed in ${seconds(begun)}`)
  if (choice.ring !== 'check') leftOut = await prepareMachine(choice)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const commit = cleanCommit()
const failed = await runAll(
  choice.steps.filter((step) => !leftOut.includes(step)),
  ({ name, inputs, command }) => {
    const isWhole = choice.ring === 'release' && inputs && !command.includes('--shard')
    if (isWhole && commit && commit === cleanCommit()) record([name], commit)
  },
)
if (failed) {
  const shown = failed === foreground && !failed.step.quiet
  killAll('SIGTERM')
  if (!shown) show(failed)
  console.log(`\n✗ ${failed.step.name}, ${failed.time}: ${failed.fault}`)
}
summary(choice, seconds(begun))
if (!failed && choice.ring !== 'check' && choice.names.length === 0 && leftOut.length === 0 && commit)
  recordTested(commit)
if (leftOut.length > 0) {
  const names = leftOut.map(({ name }) => name).join(', ')
  console.log(
    choice.withoutBrowser
      ? `Left out, as asked: ${names}.`
      : `Left out without a browser: ${names}. Set CHROMIUM_PATH to a Chromium, or add --without-browser to pass without.`,
  )
}
process.exit(failed || (leftOut.length > 0 && !choice.withoutBrowser) ? 1 : 0)
