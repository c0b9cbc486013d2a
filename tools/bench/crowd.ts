import { z } from 'zod'
import { type Job, startWorker } from './load'

export const Crowd = z.object({
  /** The duration in seconds, without the warm-up. */
  seconds: z.number(),
  /** The number of requests with the response 201, including requests during the warm-up. */
  accepted: z.int(),
  /** The number of responses by HTTP status, without responses during the warm-up (`Job.uncounted`). */
  statuses: z.record(z.string(), z.int()),
  /** The number of failed connections and of requests without a response. */
  errors: z.int(),
  /** The median latency of accepted requests, in milliseconds. */
  p50_ms: z.number(),
  p99_ms: z.number(),
  /**
   * The 99th percentile of the latency of refused requests, in milliseconds; NaN if no request was refused. The worker
   * sends NaN as null, because JSON has no NaN.
   */
  refused_p99_ms: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
})

export type Crowd = z.input<typeof Crowd>

/**
 * Starts a process that runs many clients. Clients whose requests are refused repeat them after the time in
 * `Retry-After`.
 */
export const startCrowd = (): ((job: Job) => Promise<z.output<typeof Crowd>>) => startWorker('crowd-worker', Crowd)
