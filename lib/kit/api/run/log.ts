import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'

/** Structured log lines on standard output: one per request, and errors outside of requests. */
export const log = (): Logger =>
  singleton('log', () =>
    pino(
      { base: undefined, level: env().LOG_LEVEL, timestamp: pino.stdTimeFunctions.isoTime },
      // Buffered, so that a request does not wait for its log line. Not on Vercel, where an instance may freeze at any
      // time.
      pino.destination(env().VERCEL ? { sync: true } : { sync: false, minLength: 4_096, periodicFlush: 500 }),
    ),
  )
