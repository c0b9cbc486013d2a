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

/** The load to generate: each connection sends the requests one after the other, again and again. */
export const Job = z.object({
  url: z.string(),
  connections: z.int().min(1),
  seconds: z.number(),
  /**
   * The seconds of warm-up at the start of `seconds`. `crowd-worker` leaves them out of its rates and latencies, but
   * not out of `accepted` and `errors`. `load-worker` ignores this value.
   */
  uncounted: z.number().default(0),
  requests: z.array(Request).min(1),
})

export type Job = z.input<typeof Job>

export const Measured = z.object({
  requests: z.int(),
  seconds: z.number(),
  /** The mean latency without the slowest 5 % of requests, which depend more on the machine than on the request. */
  mean_ms: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  statuses: z.record(z.string(), z.int()),
  /** The number of failed connections and of requests without a response. */
  errors: z.int(),
})

export type Measured = z.output<typeof Measured>

export type Load = (job: Job) => Promise<Measured>

/**
 * Starts a separate process that generates the load, so that other work in this process does not affect the latencies.
 */
export const startLoad = (): Load => startWorker('load-worker', Measured)

/**
 * Starts a file of this folder as a process. Returns a function that sends a job to this process and resolves to its
 * result.
 */
export function startWorker<Answer>(name: string, answer: z.ZodType<Answer>): (job: Job) => Promise<Answer> {
  const worker = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = fork(worker, { execArgv: ['--import', 'tsx'] })
  const exited = once(child, 'exit').then(() => {
    throw new Error('the process that makes the load has ended')
  })
  exited.catch(() => {})
  onEnd(async () => {
    child.kill()
  })
  return async (job) => {
    child.send(job)
    const [message] = await Promise.race([once(child, 'message'), exited])
    return answer.parse(message)
  }
}
