import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { z } from 'zod'

export interface RunningServer {
  origin: string
  process: ChildProcess
  /** Standard error until now. */
  complaints(): string
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function launch(variables: Record<string, string>, port: number, args: string[] = [], script = '.server/server.js') {
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SANDBOX: '1',
      ...variables,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  return { child, complaints: () => complaints }
}

/**
 * Directly or by `npm start`, until ready. Resolves to the ended server if a test kills it before. Throws if it ends in
 * another way or is not ready in time.
 */
export async function startServer(
  variables: Record<string, string>,
  args: string[] = [],
  script?: 'scripts/start.cjs',
): Promise<RunningServer> {
  const port = Number(variables.PORT ?? (await freePort()))
  const { child, complaints } = launch(variables, port, args, script)
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${complaints()}`)
    if (child.signalCode !== null) return { origin, process: child, complaints }
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined)
    if (answer?.ok) return { origin, process: child, complaints }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server is not ready: ${complaints()}`)
}

/** The server should exit before it listens. Returns the code and the reasons that it gave. */
export async function refusedServer(
  variables: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; reasons: string[] }> {
  const port = await freePort()
  const { child, complaints } = launch(variables, port, args)
  const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const ended = once(child, 'exit')
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    if (answer) throw new Error('the server listened before its checks')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await ended
  clearTimeout(timeout)
  const lines = complaints().trim().split('\n')
  return { code: child.exitCode, reasons: lines.map((line) => Refusal.parse(JSON.parse(line)).msg) }
}

const Refusal = z.object({ level: z.literal(60), time: z.iso.datetime(), msg: z.string() })

export async function endServer(
  { process: child }: RunningServer,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

/** null: exited without a signal; `none`: still running after the wait. */
export async function exitSignalOf({ process }: RunningServer): Promise<string | null> {
  for (let attempt = 0; attempt < 100 && process.exitCode === null && process.signalCode === null; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return process.exitCode === null && process.signalCode === null ? 'none' : process.signalCode
}
