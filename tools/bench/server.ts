import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cookieSecret } from '@/e2e/support/session'
import { onEnd } from './cleanup'

export interface Server {
  url: string
  /** The milliseconds from the start of the process to the first response with data of the database. */
  startup_ms: number
  /**
   * Returns the processor time of the process so far, in milliseconds. NaN on systems other than Linux, because it is
   * read from /proc.
   */
  cpuMilliseconds(): number
  residentMegabytes(): number
  /** Returns the log of the server; complete after the server has stopped. */
  log(): string
  stop(): Promise<void>
}

export function requireBuild(): void {
  if (['.next/BUILD_ID', '.server/server.js'].every((file) => existsSync(file))) return
  throw new Error('There is no production build: run `npm run build` first.')
}

/**
 * Whether the build contains the endpoints as route handlers of Next. A build for functions contains them; a build for
 * `npm start` contains only pages.
 */
export const isForFunctions = () => existsSync('.next/server/app/v1')

/**
 * The commands that start a server. `native`: the command of `npm start`. `next`: a server with the route handlers of
 * Next. `limit`: the bare server.
 */
const commands = {
  native: ['scripts/start.cjs'],
  next: ['scripts/start.cjs', '--mount', 'next'],
  limit: ['--import', 'tsx', 'tools/bench/limit/server.ts'],
}

export type Kind = keyof typeof commands

interface ServerOptions {
  name: string
  /** The URL of the PostgreSQL database; empty: PGlite in `data_dir`. */
  database_url: string
  data_dir?: string
  folder: string
  cwd?: string
}

/** Starts a server of the build in `cwd` on a free port. Writes the log of the server to a file in `folder`. */
export async function startServer(
  kind: Kind,
  { name, database_url, folder, data_dir = join(folder, 'data'), cwd = '.' }: ServerOptions,
): Promise<Server> {
  const port = await freePort()
  const file = join(folder, `${name}.log`)
  const log = () => readFileSync(file, 'utf8')
  const output = openSync(file, 'a')
  const started = performance.now()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, commands[kind], {
    cwd,
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // This process is then the server and not its parent; the first one is for builds of before 1.1.
      START_PID: String(process.pid),
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'info',
      SANDBOX: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: database_url,
      DATA_DIR: data_dir,
      NEXTAUTH_SECRET: cookieSecret,
    },
  })
  const ended = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isRunning()) child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 12_000)
    await ended
    clearTimeout(late)
  }
  onEnd(stop)

  while (!(await answers(`${url}/v1/category`))) {
    if (!isRunning() || performance.now() - started > 60_000) {
      throw new Error(`The server does not respond:\n${log().slice(-2_000)}`)
    }
    await wait(5)
  }
  return {
    url,
    startup_ms: performance.now() - started,
    cpuMilliseconds: () => cpuOf(child.pid),
    log,
    residentMegabytes: () => Number(/VmRSS:\s+(\d+)/.exec(proc(child.pid, 'status'))?.[1]) / 1_024,
    stop,
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/**
 * Returns the fields of /proc/<pid>/stat from the third field on. The first two fields are skipped, because the second
 * is the name of the program, which may contain spaces.
 */
const statOf = (pid: number | undefined) => proc(pid, 'stat').split(') ').at(-1)?.split(' ').map(Number) ?? []

/**
 * Returns the processor time of a process in milliseconds. `children`: includes the time of its children that have
 * ended.
 */
export function cpuOf(pid: number | undefined, children = false): number {
  const hundredths = statOf(pid).slice(11, children ? 15 : 13)
  return hundredths.length === 0 ? Number.NaN : hundredths.reduce((sum, one) => sum + one, 0) * 10
}

export const parentOf = (pid: number | undefined): number => statOf(pid)[1] ?? Number.NaN

function proc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return '' // it has ended, or there is no /proc here
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const listening = probe.address()
  probe.close()
  await once(probe, 'close')
  if (listening === null || typeof listening === 'string') throw new Error('no free port')
  return listening.port
}
