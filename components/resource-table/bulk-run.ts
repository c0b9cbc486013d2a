import { refusalOf } from '@/lib/api/client'
import type { BulkWorking } from './declaration'

/** The most ids that an endpoint for several records takes. */
const atOnce = 100

/** An action, prepared to run for selected rows. */
export interface BulkRun {
  /** How many rows one call of `run` takes. */
  batch: number
  /** Runs for the rows of these keys. Returns why rows were refused, by key; throws where none was done. */
  run: (keys: readonly string[], entered: string) => Promise<ReadonlyMap<string, unknown>>
}

/** Runs an action for selected rows with as few requests as it offers: one for up to 100 rows, or one for each. */
export function bulkRunOf<Row extends { id: number }>(
  { run, runAll }: BulkWorking<Row>,
  selected: ReadonlyMap<string, Row>,
): BulkRun {
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => selected.get(key) ?? [])
  if (!runAll)
    return {
      batch: 1,
      run: async (keys, entered) => {
        for (const row of rowsOf(keys)) await run(row, entered)
        return new Map()
      },
    }
  return {
    batch: atOnce,
    run: async (keys, entered) => {
      const ids = rowsOf(keys).map(({ id }) => id)
      const { results } = await runAll(ids, entered)
      return new Map(
        results.flatMap(({ id, problem }) =>
          problem ? [[String(id), refusalOf(problem, problem.status)] as const] : [],
        ),
      )
    },
  }
}
