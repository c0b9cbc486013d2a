import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import { metrics } from '@/lib/kit/metrics/metrics'

/** Structured lines on standard output: one per request, and errors outside of requests. */
export const log = (): Logger =>
  singleton('log', () =>
    pino(
      { base: undefined, level: env().LOG_LEVEL, timestamp: pino.stdTimeFunctions.isoTime },
      logStream(process.stdout.fd),
    ),
  )

/** In bytes, while the disk is full. Further lines are dropped and counted, so that they do not fill the memory. */
const maxWaiting = 1024 * 1024

/**
 * Buffered, so that requests do not wait, except on Vercel, where an instance may freeze at any time. While the disk is
 * full, lines wait in memory, up to `maxWaiting`, and are tried twice a second.
 */
export function logStream(fd: number): ReturnType<typeof pino.destination> {
  const stream = pino.destination(
    env().VERCEL
      ? { dest: fd, sync: true, maxLength: maxWaiting }
      : { dest: fd, sync: false, minLength: 4_096, maxLength: maxWaiting, periodicFlush: 500 },
  )
  let broken = false
  // Without a listener, the error would end the process.
  stream.on('error', () => {
    broken = true
  })
  stream.on('write', () => {
    broken = false
  })
  stream.on('drop', () => metrics()?.droppedLine())
  // Before the process ends, the library writes the waiting lines. On a full disk it would repeat this forever.
  process.prependListener('exit', () => {
    if (broken) stream.destroy()
  })
  return stream
}
