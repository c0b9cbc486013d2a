import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { singleton } from '@/db/singleton'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** Threads of Node's pool: for files, host names, compression. */
const otherThreads = 4

/** Node's default. */
const usualThreads = 4

/** For each concurrent hash. Hashing a full queue takes one or two seconds. */
const perTurn = 50

/**
 * Leaves one processor to the server, and four threads of Node's thread pool to other work. `npm start` makes the
 * thread pool large enough for one hash on each other processor.
 */
export const hashingQueue = () =>
  singleton('hashing-queue', () => {
    const threads = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads
    const atOnce = Math.max(1, Math.min(availableParallelism() - 1, threads - otherThreads))
    return new WorkQueue({ atOnce, capacity: atOnce * perTurn, work: 'passwords are being checked' })
  })

/** Argon2id with the library's defaults (19 MiB, two passes). Throws `unavailable` if the queue is full. */
export const hashSecret = (secret: string) => hashingQueue().run(() => hash(secret))

const dummy = () => singleton('dummy-secret', () => hash('a password that no user has'))

type Verify = (stored: string | null | undefined, secret: string) => Promise<boolean>

/**
 * With a place in the queue of hashes. Without a hash (no account or password), `verify` verifies a dummy hash, so that
 * the response takes the same time. Throws `unavailable` before `work` begins.
 */
export const withVerify = <R>(work: (verify: Verify) => Promise<R>): Promise<R> =>
  hashingQueue().enter((slot) =>
    work((stored, secret) =>
      slot(async () => {
        if (stored) return verify(stored, secret)
        await verify(await dummy(), secret)
        return false
      }),
    ),
  )

/** In the same way as {@link withVerify}. */
export const verifySecret: Verify = (stored, secret) => withVerify((verify) => verify(stored, secret))
