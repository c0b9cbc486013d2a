interface Attempt {
  id: number
  account: string
  ip: string
  success: boolean
}

export interface Streak {
  /** Common to all attempts of the streak. */
  by: 'account' | 'ip'
  /** Consecutive failures. */
  count: number
}

/** Fewer failures are usually typing mistakes. */
const minimumFailures = 3

/**
 * By the ids of attempts: {@link minimumFailures} or more failures of an account or IP, without a success in
 * between. An attempt in two streaks gets the longer one. `attempts`: newest first.
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
