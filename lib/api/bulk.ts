import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/lib/database'
import type { Context } from './endpoint'
import { problemOf } from './failure'
import { id } from './fields'
import { Problem, ProblemDocument } from './problem'
import { Recorder } from './recorder'

/** The records of a bulk action, each once. */
export const bulkIds = z
  .array(id)
  .min(1)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])

/** What came of each record of a bulk action, in the order in which they were asked for. */
export const BulkResult = z
  .object({
    results: z.array(
      z.object({
        id,
        ok: z.boolean(),
        problem: ProblemDocument.optional().meta({ description: 'Why this one was refused; the others were not' }),
      }),
    ),
  })
  .meta({ id: 'BulkResult' })

interface Surroundings
  extends Pick<Context<{ kind: 'staff' }, z.ZodType, z.ZodType, z.ZodType, unknown>, 'request_id'> {
  db: Database
  recorder: Recorder
  /** What the records are, as in `recorder.audit({ target: [type, id] })`. */
  type: string
}

/**
 * Does the same to many records in the transaction of the request, each under a savepoint: one that is refused is rolled
 * back alone and written down as refused, the others stay. `work` gets a recorder of its own and says by its `audit` what
 * it did. Records are taken in the order of their ids, so that two bulk actions cannot wait for each other. What nobody
 * expected, a lost connection and a deadlock fail the request as a whole.
 */
export async function eachUnderSavepoint(
  ids: readonly number[],
  { db, recorder, type, request_id }: Surroundings,
  work: (id: number, recorder: Recorder) => Promise<unknown>,
): Promise<z.input<typeof BulkResult>> {
  const refused = new Map<number, Problem>()
  for (const one of [...ids].sort((a, b) => a - b)) {
    const part = new Recorder()
    await db.execute(sql`savepoint bulk`)
    try {
      await work(one, part)
      if (!part.operations) throw new Error(`the bulk action of ${type} does not say what it did: call recorder.audit`)
      await db.execute(sql`release savepoint bulk`)
      recorder.add(part)
    } catch (error) {
      const problem = error instanceof Problem ? error : problemOf(error, 'POST')
      if (!problem || problem.code === 'unavailable') throw error
      await db.execute(sql`rollback to savepoint bulk`)
      recorder.refused([type, one], problem)
      refused.set(one, problem)
    }
  }
  return {
    results: ids.map((one) => {
      const problem = refused.get(one)
      return problem ? { id: one, ok: false, problem: problem.document(request_id) } : { id: one, ok: true }
    }),
  }
}
