/** From the server's refusal of an outdated version. */
export interface Stale {
  version: number
  /** Empty if unknown. */
  by: string
  at: string
}

/** undefined: the problem does not describe the change. */
export function staleOf(problem: Record<string, unknown> | undefined): Stale | undefined {
  const { version, updated_by, updated_at } = problem ?? {}
  if (typeof version !== 'number' || typeof updated_at !== 'string') return undefined
  return { version, by: nameIn(updated_by), at: updated_at }
}

function nameIn(user: unknown): string {
  if (typeof user !== 'object' || user === null) return ''
  const names: unknown[] = ['nickname' in user && user.nickname, 'username' in user && user.username]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? ''
}
