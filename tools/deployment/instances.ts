import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import type { DeployedFunction } from './functions'

const Started = z.object({ port: z.int() })

/** A process that runs a function. */
export interface Instance {
  port: number
  /** Resolves when the process of the instance has ended, for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts an instance of a function with only the environment variables in `variables`. `write` receives the output of
 * the instance.
 */
async function startInstance(
  { folder, handler, useWebApi }: DeployedFunction,
  variables: Record<string, string>,
  write: (text: string) => void,
): Promise<Instance> {
  const child = fork(join(import.meta.dirname, 'function.mjs'), [handler, ...(useWebApi ? ['web'] : [])], {
    cwd: folder,
    // Without the loaders of this process.
    execArgv: [],
    env: { NODE_ENV: 'production', TZ: ':UTC', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => write(data.toString()))
  const ended = once(child, 'exit').then(() => undefined)
  const [message] = await Promise.race([once(child, 'message'), ended.then(() => [])])
  const started = Started.safeParse(message)
  if (!started.success) throw new Error(`the function in ${folder} ended before it could be called`)
  return { port: started.data.port, ended, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The instances of an artifact: one for each function, started by the first request to the function. */
export class Instances {
  private readonly started = new Map<DeployedFunction, Promise<Instance>>()

  constructor(
    private readonly variables: Record<string, string>,
    private readonly write: (text: string) => void,
  ) {}

  of(deployed: DeployedFunction): Promise<Instance> {
    const known = this.started.get(deployed)
    if (known) return known
    const starting = startInstance(deployed, this.variables, this.write)
    this.started.set(deployed, starting)
    // After a crash, the next request starts a new instance.
    const forget = () => {
      if (this.started.get(deployed) === starting) this.started.delete(deployed)
    }
    starting.then(({ ended }) => ended).then(forget, forget)
    return starting
  }

  /** Ends the instance of a function. The next request to the function starts another instance. */
  async end(deployed: DeployedFunction): Promise<void> {
    const instance = this.started.get(deployed)
    this.started.delete(deployed)
    await (await instance)?.stop()
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.started.keys()].map((deployed) => this.end(deployed)))
  }
}
