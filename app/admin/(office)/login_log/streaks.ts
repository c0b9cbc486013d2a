interface Attempt {
  id: number
  account: string
  ip: string
  success: boolean
}

export interface Streak {
  /** What the attempts have in common. */
  by: 'account' | 'ip'
  /** How many failed one after the other. */
  count: number
}

/** Fewer are somebody who mistyped. */
const fewest = 3

/**
 * Which of these attempts, newest first, belong to a streak: failures of the same account or from the same address
 * without a success between. Of two streaks the longer one counts.
 */
export function streaksIn(attempts: readonly Attempt[]): Map<number, Streak> {
  const found = new Map<number, Streak>()
  for (const by of ['account', 'ip'] as const) {
    const running = new Map<string, number[]>()
    const close = (ids: number[] = []) => {
      if (ids.length < fewest) return
      for (const id of ids) if ((found.get(id)?.count ?? 0) < ids.length) found.set(id, { by, count: ids.length })
    }
    for (const attempt of attempts) {
      const key = attempt[by]
      if (attempt.success) {
        close(running.get(key))
        running.delete(key)
      } else running.set(key, [...(running.get(key) ?? []), attempt.id])
    }
    for (const ids of running.values()) close(ids)
  }
  return found
}
