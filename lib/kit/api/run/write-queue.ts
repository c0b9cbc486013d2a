import { transactionsAtOnce } from '@/db/connection/client'
import { singleton } from '@/db/singleton'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { env } from '@/lib/kit/env'
import { WorkQueue } from './work-queue'

/**
 * Where writes wait for their transaction. They do not take all connections of the pool, so that reads do not wait behind
 * them; and what would wait longer than WRITE_WAIT_MS is refused before its caller is identified.
 */
export const writeQueue = () =>
  singleton('write-queue', () => {
    const patience = env().WRITE_WAIT_MS || undefined
    return new WorkQueue({ atOnce: transactionsAtOnce, patience, work: 'writes are waiting' })
  })

/** Whether a request waits there: if the pipeline gives it a transaction. */
export const isQueued = ({ method, transaction }: Endpoint) => method !== 'GET' && transaction !== 'own'
