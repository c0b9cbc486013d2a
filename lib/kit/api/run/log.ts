import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'

/** Structured log lines on standard output: one per request, and errors outside of requests. */
export const log = (): Logger =>
  singleton('log', () =>
    pino(
      { base: undefined, level: env().LOG_LEVEL, timestamp: pino.stdTimeFunctions.isoTime },
      logStream(process.stdout.fd),
    ),
  )

/** Lines that wait for a disk with room, in bytes. More are dropped, so that a full disk does not fill the memory. */
const maxWaiting = 1024 * 1024

/**
 * Writes to this file descriptor, buffered, so that a request does not wait for its log line. Not on Vercel, where an
 * instance may freeze at any time. While the disk of the log is full, the shop goes on without its lines: the last ones
 * wait, and are tried again twice a second.
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
  // The library writes what waits before the process ends, and would repeat that forever on a full disk.
  process.prependListener('exit', () => {
    if (broken) stream.destroy()
  })
  return stream
}
