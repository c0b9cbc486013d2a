// Shared by demo.mjs and verify.mjs: runs commands, and installs the packages when needed. Only `node:` imports,
// because both run right after `git clone`.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the contents of a file of the project; '' if there is no such file. */
export function read(path) {
  try {
    return readFileSync(resolve(root, path), 'utf8')
  } catch {
    return ''
  }
}

export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Returns the time since `start`, as `12.3 s`. */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Throws if Node is older than 20.19, which the packages need. Older versions would fail later with unclear errors. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(
      `Node.js 20.19 or later is needed, this is ${process.versions.node}: install a newer one from nodejs.org.`,
    )
  }
}

const children = new Set()
let ending = false

/** Sends a signal to a command and its child processes. */
function kill(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // already gone
  }
}

/** Sends a signal to every command that `start` has started. The output of failed commands is no longer shown. */
export function killAll(signal) {
  ending = true
  for (const child of children) kill(child, signal)
}
process.on('exit', () => killAll('SIGKILL'))

/** Returns the id of the parent of a process, as text; '' if it is not known. */
function parentOf(id) {
  const text = read(`/proc/${id}/stat`)
  if (text) return text.split(') ').at(-1).split(' ')[1]
  return process.platform === 'win32'
    ? ''
    : spawnSync('ps', ['-o', 'ppid=', '-p', id], { encoding: 'utf8' }).stdout.trim()
}

/**
 * Calls `stop` when npm, which has started this script through a shell, has ended. A signal that only npm gets ends
 * npm, or npm and the shell, and not this script.
 */
export function onEndOfNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`
  const known = parents()
  const watch = setInterval(() => {
    if (parents() === known) return
    clearInterval(watch)
    stop()
  }, 1_000).unref()
}

/**
 * Starts a command in the root folder. `command` is a command line, which finds the tools of node_modules on the PATH,
 * or an array of arguments for Node. The command gets its own process group, because npm does not forward signals to
 * its children. `ended` resolves with the exit code, the signal or the error. `isBound`: the command gets a channel,
 * whose end tells it that this process is gone.
 */
export function start(command, { env = process.env, stdio = 'inherit', isBound = false } = {}) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [resolve(root, 'node_modules/.bin'), env[name]].filter(Boolean).join(delimiter)
  const options = {
    cwd: root,
    detached: process.platform !== 'win32',
    env: { ...env, [name]: path },
    stdio: ['ignore', stdio, stdio, ...(isBound ? ['ipc'] : [])],
  }
  const child = Array.isArray(command)
    ? spawn(process.execPath, command, options)
    : spawn(command, { ...options, shell: true })
  children.add(child)
  child.ended = new Promise((done) => {
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => done(code ?? signal))
  }).finally(() => {
    children.delete(child)
    kill(child, 'SIGKILL') // remaining processes of the group
  })
  return child
}

/**
 * Runs a command line and waits for its end. `quiet`: the output is shown only after a failure. Throws if the command
 * fails.
 */
export async function run(command, { env, quiet = false } = {}) {
  const child = start(command, { env, stdio: quiet ? 'pipe' : 'inherit' })
  const output = []
  child.stdout?.on('data', (data) => output.push(data))
  child.stderr?.on('data', (data) => output.push(data))
  const code = await child.ended
  if (code === 0) return
  if (output.length > 0 && !ending) process.stderr.write(`\n${Buffer.concat(output)}\n`)
  throw new Error(`\`${command}\` failed (${code}).`)
}

const stamp = 'node_modules/.demo'
const machine = `${process.platform} ${process.arch} ${process.version}`

/**
 * Returns a key of the packages that build and run the shop. The key changes with the lock file, Node and the machine.
 */
export const packagesKey = () => `${machine} ${sha256(read('package-lock.json'))}`

/** Returns the packages that npm has recorded as installed, by path; {} if npm never ran. */
const installedPackages = () => JSON.parse(read('node_modules/.package-lock.json') || '{}').packages ?? {}

const isDevelopment = (entry) => entry?.dev || entry?.devOptional

/**
 * Whether node_modules matches the lock file. Without `development`, packages that only development needs may be
 * missing.
 */
function isInstalled(development) {
  const found = read(stamp)
  if (found === stampOf(true) || (!development && found === stampOf(false))) return true
  if (found && !found.startsWith(`${machine} `)) return false
  // No stamp for this lock file, but `npm install` may have installed the same.
  const installed = installedPackages()
  if (Object.keys(installed).length === 0) return false
  const { '': _, ...wanted } = JSON.parse(read('package-lock.json')).packages
  const same = (path) => installed[path]?.version === wanted[path]?.version
  const mayMiss = (path) => wanted[path]?.optional || (!development && isDevelopment(wanted[path]))
  return Object.keys({ ...wanted, ...installed }).every((path) => same(path) || (!installed[path] && mayMiss(path)))
}

const stampOf = (development) => `${packagesKey()}${development ? ' development' : ''}`

/**
 * Installs the packages of the lock file unless they are installed. Installs the packages of development only if
 * `development` is set or some of them are installed already. Returns whether packages were installed.
 */
export async function install({ development }) {
  const due = !isInstalled(development)
  const all = development || Object.values(installedPackages()).some((entry) => entry.dev)
  // Without --include=dev, NODE_ENV=production in the environment would omit them.
  if (due) await run(`npm ci ${all ? '--include' : '--omit'}=dev --no-audit --no-fund`, { quiet: true })
  writeFileSync(resolve(root, stamp), stampOf(all))
  return due
}
