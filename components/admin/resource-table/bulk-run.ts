import type { z } from 'zod'
import type { BulkResult } from '@/lib/kit/api/rows/bulk'
import { refusalOf } from '@/lib/server/client'
import type { BulkWorking } from './declaration'

/** The maximum number of ids of an endpoint for several records. */
const atOnce = 100

/** The errors of failed rows, by key. */
type Refusals = ReadonlyMap<string, unknown>

/** An action, prepared for the selected rows. */
export interface BulkRun {
  /** The number of rows that one call of `run` takes. */
  batch: number
  /** Runs for the rows of these keys. Throws if all failed. */
  run: (keys: readonly string[], entered: string) => Promise<Refusals>
  /** Reverts the change for the given keys; undefined if nothing was changed or it cannot be reverted. */
  undoFor: (keys: readonly string[]) => (() => Promise<Refusals>) | undefined
}

/** Runs an action for selected rows with as few requests as possible: one for up to 100 rows, or one for each. */
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
