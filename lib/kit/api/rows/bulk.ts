import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import type { Database } from '@/lib/kit/database'
import type { Context } from '../endpoint/endpoint'
import { id } from '../endpoint/fields'
import { Problem } from '../endpoint/problem'
import { problemOf } from '../run/failure'
import { Recorder } from '../run/recorder'

/** In the order of the request. */
export const BulkResult = z
  .object({
    results: z.array(
      z.object({
        id,
        ok: z.boolean(),
        problem: ProblemDocument.optional().meta({
          description: 'Why this record was refused; other records are not affected',
        }),
      }),
    ),
  })
  .meta({ id: 'BulkResult' })

interface BulkContext
  extends Pick<Context<{ kind: 'staff' }, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType, unknown>, 'request_id'> {
  db: Database
  recorder: Recorder
  /** As in `recorder.audit({ target: [type, id] })`. */
  type: string
}

/** Rolls back and returns a problem, also for a violated constraint. Throws other errors and deadlocks. */
export async function underSavepoint(db: Database, work: () => Promise<unknown>): Promise<Problem | undefined> {
  await db.execute(sql`savepoint bulk`)
  try {
    await work()
    await db.execute(sql`release savepoint bulk`)
    return undefined
  } catch (error) {
    const problem = error instanceof Problem ? error : await problemOf(error, 'POST')
    if (!problem || problem.code === 'unavailable') throw error
    await db.execute(sql`rollback to savepoint bulk`)
    return problem
  }
}

/**
 * In the transaction of the request: a refused record is rolled back and recorded, others are kept. `work` must call
 * `audit` of its own recorder. In the order of ids, so that two bulk actions cannot wait for each other. A deadlock,
 * lost connection or unexpected error fails the whole request.
 */
export async function eachUnderSavepoint(
  ids: readonly number[],
  { db, recorder, type, request_id }: BulkContext,
  work: (id: number, recorder: Recorder) => Promise<unknown>,
): Promise<z.input<typeof BulkResult>> {
  const refused = new Map<number, Problem>()
  for (const recordId of [...ids].sort((a, b) => a - b)) {
    const part = new Recorder()
    const problem = await underSavepoint(db, async () => {
      await work(recordId, part)
      if (!part.operations) throw new Error(`the bulk action of ${type} recorded nothing: call recorder.audit`)
    })
    if (problem) {
      recorder.refused([type, recordId], problem)
      refused.set(recordId, problem)
    } else recorder.add(part)
  }
  return {
    results: ids.map((recordId) => {
      const problem = refused.get(recordId)
      return problem
        ? { id: recordId, ok: false, problem: ProblemDocument.parse(problem.document(request_id)) }
        : { id: recordId, ok: true }
    }),
  }
}
