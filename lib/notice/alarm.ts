import { randomUUID } from 'node:crypto'
import { describeError, recordError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection } from '@/lib/kit/database'
import { postSystemNotice, type SystemNotice } from './commands'

interface Alarm {
  /** The error log groups by the name of the error and by `kind`, not by the message. */
  error: Error
  /** Of the failed request or job, for the error log. */
  path: string
  request_id?: string | undefined
  /** Without numbers: the error log has one entry for each kind. */
  kind: string
  notice: SystemNotice
}

/** Records an error, and publishes a notice unless one of the same kind and subject is published. */
export async function alarm({ error, path, request_id = randomUUID(), kind, notice }: Alarm): Promise<void> {
  const { db } = await connection()
  log().error({ ...describeError(error), path, subject: notice.subject, request_id }, 'alarm')
  await recordError(db, error, { source: 'job', method: 'POST', path, request_id, kind })
  await postSystemNotice(db, notice)
}
