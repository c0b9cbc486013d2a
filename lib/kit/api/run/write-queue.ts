import { transactionsAtOnce } from '@/db/connection/client'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Endpoint } from '../endpoint/endpoint'
import { WorkQueue } from './work-queue'

/**
 * The queue in which writes wait for their transaction. Writes use only a part of the connections of the pool, so that
 * reads do not wait behind writes. A write that would wait longer than WRITE_WAIT_MS is refused before its caller is
 * identified.
 */
export const writeQueue = () =>
  singleton('write-queue', () => {
    const patience = env().WRITE_WAIT_MS || undefined
    return new WorkQueue({ atOnce: transactionsAtOnce, patience, work: 'writes are waiting' })
  })

/** Whether requests to this endpoint wait in the queue of writes, because the pipeline runs them in a transaction. */
export const isQueued = ({ method, transaction }: Endpoint) => method !== 'GET' && transaction !== 'manual'
