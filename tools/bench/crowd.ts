import { z } from 'zod'
import { type Job, startWorker } from './load'

export const Crowd = z.object({
  /** The duration in seconds, without the uncounted seconds. */
  seconds: z.number(),
  /** The number of requests answered 201, including requests in the uncounted seconds. */
  accepted: z.int(),
  /** The number of answers by status, without the uncounted seconds. */
  statuses: z.record(z.string(), z.int()),
  /** Failed connections and requests without a response. */
  errors: z.int(),
  /** The median latency of accepted requests, in milliseconds. */
  p50_ms: z.number(),
  p99_ms: z.number(),
  /**
   * The 99th percentile of the latency of refused requests; NaN if no request was refused. JSON has no NaN and sends
   * null.
   */
  refused_p99_ms: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
})

export type Crowd = z.input<typeof Crowd>

/** Starts a process with many clients, which repeat refused requests after the time in `Retry-After`. */
export const startCrowd = (): ((job: Job) => Promise<z.output<typeof Crowd>>) => startWorker('crowd-worker', Crowd)
