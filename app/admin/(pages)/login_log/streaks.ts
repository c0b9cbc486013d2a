interface Attempt {
  id: number
  account: string
  ip: string
  success: boolean
}

export interface Streak {
  /** The property that all attempts of the streak have in common: the account or the IP address. */
  by: 'account' | 'ip'
  /** The number of consecutive failures. */
  count: number
}

/** The minimum length of a streak. Fewer failures are usually typing mistakes. */
const minimumFailures = 3

/**
 * Finds streaks of failed attempts. Returns each streak by the ids of its attempts. A streak has at least {@link
 * minimumFailures} failures with the same account or from the same IP, without a success in between. An attempt that
 * belongs to two streaks gets the longer streak. `attempts`: newest first.
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
