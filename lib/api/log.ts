import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/env'

/** Structured lines on standard output: one a request, and what goes wrong outside of requests. */
export const log = (): Logger =>
  singleton('log', () =>
    pino(
      { base: undefined, level: env().LOG_LEVEL, timestamp: pino.stdTimeFunctions.isoTime },
      // Buffered, so that a request never waits for its log line; a function instance may be frozen at any time, so not there.
      pino.destination(env().VERCEL ? { sync: true } : { sync: false, minLength: 4_096, periodicFlush: 500 }),
    ),
  )
