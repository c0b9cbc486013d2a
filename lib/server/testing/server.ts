import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export interface RunningServer {
  origin: string
  process: ChildProcess
  /** Returns the output of the server on standard error until now. */
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
 * Starts the built server, directly or with the script of `npm start`, and waits until the server is ready. If a test
 * kills the server before it is ready, resolves to the ended server. Throws if the server ends in another way or is not
 * ready in time.
 */
export async function startServer(
  variables: Record<string, string>,
  args: string[] = [],
  script?: 'scripts/start.cjs',
): Promise<RunningServer> {
  const port = Number(variables.PORT ?? (await freePort()))
  const { child, complaints } = launch(variables, port, args, script)
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${complaints()}`)
    if (child.signalCode !== null) return { origin, process: child, complaints }
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined)
    if (answer?.ok) return { origin, process: child, complaints }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server is not ready: ${complaints()}`)
}

/** Starts a server that should exit. Returns the exit code and the output on standard error. */
export async function refusedServer(
  variables: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; complaints: string }> {
  const { child, complaints } = launch(variables, await freePort(), args)
  const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await once(child, 'exit')
  clearTimeout(timeout)
  return { code: child.exitCode, complaints: complaints() }
}

/** Sends a signal to a server, waits for its end, and returns the exit code. */
export async function endServer(
  { process: child }: RunningServer,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

/**
 * Waits for the end of a server. Returns the signal that ended the server; null: the server exited without a signal;
 * `none`: the server is still running after the wait.
 */
export async function exitSignalOf({ process }: RunningServer): Promise<string | null> {
  for (let attempt = 0; attempt < 100 && process.exitCode === null && process.signalCode === null; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return process.exitCode === null && process.signalCode === null ? 'none' : process.signalCode
}
