import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import { metrics } from '@/lib/kit/metrics/metrics'

const form = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime }

/** Structured lines on standard output: one per request, and errors outside of requests. */
export const log = (): Logger =>
  singleton('log', () => pino({ ...form, level: env().LOG_LEVEL }, logStream(process.stdout.fd)))

/**
 * Why the server does not start: a line for each reason, on standard error. Written at once, whatever `LOG_LEVEL` is,
 * because the process ends and the environment may be unreadable.
 */
export function logRefusal(reasons: readonly string[]): void {
  const lines = pino(form, pino.destination({ dest: process.stderr.fd, sync: true }))
  for (const reason of reasons) lines.fatal(reason)
}

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
