import { z } from 'zod'
import { type Job, startWorker } from './load'

export const Crowd = z.object({
  /** Those that count. */
  seconds: z.number(),
  /** Requests that were accepted, from the beginning on. */
  accepted: z.int(),
  /** Of the time that counts. */
  statuses: z.record(z.string(), z.int()),
  /** Failed connections and requests without a response. */
  errors: z.int(),
  /** Latencies of what was accepted. */
  p50_ms: z.number(),
  p99_ms: z.number(),
  /** NaN, which JSON does not know, where nothing was refused. */
  refused_p99_ms: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN),
})

export type Crowd = z.input<typeof Crowd>

/** A process of many clients that come back when they are told to. */
export const startCrowd = (): ((job: Job) => Promise<z.output<typeof Crowd>>) => startWorker('crowd-worker', Crowd)
