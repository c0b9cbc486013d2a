import { type Logger, pino } from 'pino'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'

/**
 * Returns the logger of the process, which writes structured lines to standard output: one line per request, and errors
 * outside of requests.
 */
export const log = (): Logger =>
  singleton('log', () =>
    pino(
      { base: undefined, level: env().LOG_LEVEL, timestamp: pino.stdTimeFunctions.isoTime },
      logStream(process.stdout.fd),
    ),
  )

/**
 * The maximum size in bytes of the log lines that wait in memory while the disk is full. Further lines are dropped, so
 * that the waiting lines do not fill the memory.
 */
const maxWaiting = 1024 * 1024

/**
 * Returns a stream that writes log lines to this file descriptor. The lines are buffered, so that a request does not
 * wait for its line. On Vercel, lines are not buffered, because an instance may freeze at any time. While the disk of
 * the log is full, the shop continues to work: lines wait in memory, up to `maxWaiting`, and the stream tries to write
 * them twice a second.
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
  // Before the process ends, the library writes the waiting lines. On a full disk it would repeat this forever.
  process.prependListener('exit', () => {
    if (broken) stream.destroy()
  })
  return stream
}
