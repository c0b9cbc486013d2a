import { randomUUID } from 'node:crypto'
import { describeError, recordError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection } from '@/lib/kit/database'
import { postSystemNotice, type SystemNotice } from './commands'

interface Alarm {
  /** Named after what it is about: the error log groups by it. */
  error: Error
  /** The path of what failed, as the error log has it. */
  path: string
  request_id?: string | undefined
  /** What happened, without the numbers that differ each time: one entry of the error log for each. */
  kind: string
  notice: SystemNotice
}

/**
 * Records something that staff must look at in the error log, and tells them by a system notice for each subject.
 */
export async function alarm({ error, path, request_id = randomUUID(), kind, notice }: Alarm): Promise<void> {
  const { db } = await connection()
  log().error({ ...describeError(error), path, subject: notice.subject, request_id }, 'alarm')
  await recordError(db, error, { source: 'job', method: 'POST', path, request_id, kind })
  await postSystemNotice(db, notice)
}
