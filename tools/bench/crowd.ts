import { z } from 'zod'
import { type Job, startWorker } from './load'

export const Crowd = z.object({
  /** Duration without the uncounted seconds. */
  seconds: z.number(),
  /** Number of requests answered 201, including those in the uncounted seconds. */
  accepted: z.int(),
  /** Number of answers by status, without the uncounted seconds. */
  statuses: z.record(z.string(), z.int()),
  /** Failed connections and requests without a response. */
  errors: z.int(),
  /** Latencies of accepted requests. */
  p50_ms: z.number(),
  p99_ms: z.number(),
  /** NaN if no request was refused. JSON has no NaN and sends null. */
  refused_p99_ms: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
})

export type Crowd = z.input<typeof Crowd>

/** Starts a process of many clients. They repeat refused requests after the time in `Retry-After`. */
export const startCrowd = (): ((job: Job) => Promise<z.output<typeof Crowd>>) => startWorker('crowd-worker', Crowd)
