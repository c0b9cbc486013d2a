import type { z } from 'zod'
import type { BulkResult } from '@/lib/kit/api/rows/bulk'
import { refusalOf } from '@/lib/server/client'
import type { BulkWorking } from './declaration'

/** Ids in one request to a bulk endpoint. */
const atOnce = 100

/** By key. */
type Refusals = ReadonlyMap<string, unknown>

export interface BulkRun {
  /** Rows for one call of `run`. */
  batch: number
  /** Returns the errors of failed rows; throws if all rows failed. */
  run: (keys: readonly string[], entered: string) => Promise<Refusals>
  /** undefined: no row was changed, or the action cannot be reverted. */
  undoFor: (keys: readonly string[]) => (() => Promise<Refusals>) | undefined
}

/** One request covers up to 100 rows if the action has `runAll`, else one row. */
export function bulkRunOf<Row extends { id: number }>(
  action: BulkWorking<Row>,
  selected: ReadonlyMap<string, Row>,
): BulkRun {
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => selected.get(key) ?? [])
  if (!action.runAll) {
    const { run } = action
    return {
      batch: 1,
      run: async (keys, entered) => {
        for (const row of rowsOf(keys)) await run(row, entered)
        return new Map()
      },
      undoFor: () => undefined,
    }
  }
  const { runAll, undo } = action
  return {
    batch: atOnce,
    run: async (keys, entered) =>
      refusalsOf(
        await runAll(
          rowsOf(keys).map(({ id }) => id),
          entered,
        ),
      ),
    undoFor: (keys) => {
      const ids = undo
        ? rowsOf(keys)
            .filter(undo.changes)
            .map(({ id }) => id)
        : []
      if (!undo || ids.length === 0) return undefined
      return async () => {
        const refusals = new Map<string, unknown>()
        for (let from = 0; from < ids.length; from += atOnce) {
          const refused = refusalsOf(await undo.runAll(ids.slice(from, from + atOnce)))
          for (const [key, reason] of refused) refusals.set(key, reason)
        }
        return refusals
      }
    },
  }
}

const refusalsOf = ({ results }: z.output<typeof BulkResult>): Refusals =>
  new Map(
    results.flatMap(({ id, problem }) => (problem ? [[String(id), refusalOf(problem, problem.status)] as const] : [])),
  )
