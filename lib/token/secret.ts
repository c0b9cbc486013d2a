import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { singleton } from '@/db/singleton'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'

/** Threads of Node's pool that hashes leave to other work: files, host names, compression. */
const otherThreads = 4

/** The default size of Node's pool. */
const usualThreads = 4

/**
 * The queue accepts this number of passwords for each password that can be hashed at the same time. A full queue takes
 * one or two seconds.
 */
const perTurn = 50

/**
 * The queue of work that takes processor time for a password. The queue leaves one processor to the server itself, and
 * four threads of Node's pool to other work; `npm start` makes the pool large enough for as many hashes as there are
 * other processors.
 */
export const hashingQueue = () =>
  singleton('hashing-queue', () => {
    const threads = Number(process.env.UV_THREADPOOL_SIZE) || usualThreads
    const atOnce = Math.max(1, Math.min(availableParallelism() - 1, threads - otherThreads))
    return new WorkQueue({ atOnce, capacity: atOnce * perTurn, work: 'passwords are being checked' })
  })

/**
 * Hashes a secret with argon2id and the library's default parameters (19 MiB, two passes). The result includes salt and
 * parameters. Throws `unavailable` if the queue is full.
 */
export const hashSecret = (secret: string) => hashingQueue().run(() => hash(secret))

const dummy = () => singleton('dummy-secret', () => hash('a password that no user has'))

type Verify = (stored: string | null | undefined, secret: string) => Promise<boolean>

/**
 * Runs `work` with a place in the queue of hashes. `verify` returns whether a secret matches a hash. Without a hash (an
 * unknown account, a user without a password), a dummy is verified to take the same time, and the result is false.
 * Throws `unavailable` before `work` begins if the queue is full.
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

/** Verifies one secret in the same way as {@link withVerify}. */
export const verifySecret: Verify = (stored, secret) => withVerify((verify) => verify(stored, secret))
