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
  /** From the start of the process to the first answer that came from the database. */
  startup_ms: number
  /** Processor time spent so far, and memory held now. Read from /proc: not a number elsewhere than on Linux. */
  cpuMilliseconds(): number
  residentMegabytes(): number
  /** What it has written down; complete once it is stopped. */
  log(): string
  stop(): Promise<void>
}

export function requireBuild(): void {
  if (['.next/BUILD_ID', '.server/server.js'].every((file) => existsSync(file))) return
  throw new Error('There is no production build here: run `npm run build` first.')
}

/** `native` is what `npm start` starts, `next` the route handlers as they run elsewhere, `limit` what is possible at all. */
const commands = {
  native: ['scripts/start.mjs'],
  next: ['scripts/start.mjs', '--mount', 'next'],
  limit: ['--import', 'tsx', 'bench/limit/server.ts'],
}

export type Kind = keyof typeof commands

/** Starts a server on a port of its own; its log goes to a file in `folder`, as to any log collector. */
export async function startServer(
  kind: Kind,
  { name, database_url, folder }: { name: string; database_url: string; folder: string },
): Promise<Server> {
  const port = await freePort()
  const file = join(folder, `${name}.log`)
  const log = () => readFileSync(file, 'utf8')
  const output = openSync(file, 'a')
  const started = performance.now()
  const child = spawn(process.execPath, commands[kind], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      SANDBOX: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: '',
      DATABASE_URL: database_url,
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

  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/v1/category`))) {
    if (!isRunning() || performance.now() - started > 60_000) {
      throw new Error(`The server does not answer:\n${log().slice(-2_000)}`)
    }
    await wait(5)
  }
  return {
    url,
    startup_ms: performance.now() - started,
    cpuMilliseconds() {
      // Behind the name in parentheses, which may hold anything; in hundredths of a second.
      const [user, system] = proc(child.pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? []
      return user === undefined || system === undefined ? Number.NaN : (user + system) * 10
    },
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

function proc(pid: number | undefined, file: string): string {
  const path = `/proc/${pid}/${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
