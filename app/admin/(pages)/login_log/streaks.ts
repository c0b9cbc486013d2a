interface Attempt {
  id: number
  account: string
  ip: string
  success: boolean
}

export interface Streak {
  /** The property that the attempts have in common. */
  by: 'account' | 'ip'
  /** The number of consecutive failures. */
  count: number
}

/** The minimum length of a streak. Fewer failures are usually typing mistakes. */
const minimumFailures = 3

/**
 * The streaks of these attempts (newest first), by attempt id. A streak is a run of failures of the same account or
 * from the same IP without a success between them. Of two streaks, the longer one counts.
 */
export function streaksIn(attempts: readonly Attempt[]): Map<number, Streak> {
  const found = new Map<number, Streak>()
  for (const by of ['account', 'ip'] as const) {
    const open = new Map<string, number[]>()
    const finish = (ids: number[] = []) => {
      if (ids.length < minimumFailures) return
      for (const id of ids) if ((found.get(id)?.count ?? 0) < ids.length) found.set(id, { by, count: ids.length })
    }
    for (const attempt of attempts) {
      const key = attempt[by]
      if (attempt.success) {
        finish(open.get(key))
        open.delete(key)
      } else open.set(key, [...(open.get(key) ?? []), attempt.id])
    }
    for (const ids of open.values()) finish(ids)
  }
  return found
}
