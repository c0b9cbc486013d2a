import { transactionsAtOnce } from '@/db/connection/client'
import { singleton } from '@/db/singleton'
import { env } from '@/lib/kit/env'
import type { Endpoint } from '../endpoint/endpoint'
import { WorkQueue } from './work-queue'

/**
 * Uses only a part of the connections, so that reads do not wait behind writes. A write that would wait longer than
 * WRITE_WAIT_MS is refused before its caller is identified.
 */
export const writeQueue = () =>
  singleton('write-queue', () => {
    const patience = env().WRITE_WAIT_MS || undefined
    return new WorkQueue({ atOnce: transactionsAtOnce, patience, work: 'writes are waiting' })
  })

export const isQueued = ({ method, transaction }: Endpoint) => method !== 'GET' && transaction !== 'manual'
