import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { onEnd } from './cleanup'

const Request = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
})

export type Request = z.output<typeof Request>

/** What to send: each connection goes through the requests over and over, one after the other. */
export const Job = z.object({
  url: z.string(),
  connections: z.int().min(1),
  seconds: z.number(),
  requests: z.array(Request).min(1),
})

export type Job = z.output<typeof Job>

export const Measured = z.object({
  requests: z.int(),
  seconds: z.number(),
  /** Of all but the slowest twentieth, which tells of the machine rather than of the request. */
  mean_ms: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  statuses: z.record(z.string(), z.int()),
  /** Connections that failed and requests that were never answered. */
  errors: z.int(),
})

export type Measured = z.output<typeof Measured>

export type Load = (job: Job) => Promise<Measured>

/** A process of its own makes the load: in this one, whatever else it does would count as time of the server. */
export function startLoad(): Load {
  const worker = fileURLToPath(new URL('./load-worker.ts', import.meta.url))
  const child = fork(worker, { execArgv: ['--import', 'tsx'] })
  const gone = once(child, 'exit').then(() => {
    throw new Error('the process that makes the load has ended')
  })
  gone.catch(() => {})
  onEnd(async () => {
    child.kill()
  })
  return async (job) => {
    child.send(job)
    const [measured] = await Promise.race([once(child, 'message'), gone])
    return Measured.parse(measured)
  }
}
