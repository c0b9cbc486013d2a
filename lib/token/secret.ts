import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { singleton } from '@/db/singleton'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** The number of threads of Node's thread pool that hashing leaves to other work: files, host names, compression. */
const otherThreads = 4

/** The default number of threads in Node's thread pool. */
const usualThreads = 4

/**
 * The number of passwords that the queue accepts for each password that can be hashed at the same time. Hashing all
 * passwords of a full queue takes one or two seconds.
 */
const perTurn = 50

/**
 * Returns the queue of work that takes processor time for a password. The queue leaves one processor to the server
 * itself, and four threads of Node's thread pool to other work. `npm start` makes the thread pool large enough for one
 * hash on each other processor.
 */
export const hashingQueue = () =>
  singleton('hashing-queue', () => {
    const threads = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads
    const atOnce = Math.max(1, Math.min(availableParallelism() - 1, threads - otherThreads))
    return new WorkQueue({ atOnce, capacity: atOnce * perTurn, work: 'passwords are being checked' })
  })

/**
 * Hashes a password with argon2id and the library's default parameters (19 MiB, two passes). The result includes salt
 * and parameters. Throws `unavailable` if the queue is full.
 */
export const hashSecret = (secret: string) => hashingQueue().run(() => hash(secret))

const dummy = () => singleton('dummy-secret', () => hash('a password that no user has'))

type Verify = (stored: string | null | undefined, secret: string) => Promise<boolean>

/**
 * Runs `work` with a place in the queue of hashes. `verify` returns whether a password matches a hash. Without a hash,
 * such as for an unknown account or a user without a password, verifies a dummy hash so that the response takes the
 * same time, and returns false. Throws `unavailable` before `work` begins if the queue is full.
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

/** Verifies a single password in the same way as {@link withVerify}. */
export const verifySecret: Verify = (stored, secret) => withVerify((verify) => verify(stored, secret))
