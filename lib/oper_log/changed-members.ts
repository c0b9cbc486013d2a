type Fields = Record<string, unknown>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface ChangedMembers {
  added: unknown[]
  removed: unknown[]
  /** `place`: in the later state, from 1. */
  changed: { place: number; before: Fields; after: Fields }[]
}

const idOf = (member: unknown) => (isRecord(member) && member.id !== undefined ? String(member.id) : undefined)

/** By id if all members have one; else equal members are unchanged, and other records compared by position. */
export function changedMembers(before: readonly unknown[], after: readonly unknown[]): ChangedMembers {
  const hasIds = [...before, ...after].every((member) => idOf(member) !== undefined)
  const keyOf = (member: unknown) => (hasIds ? idOf(member) : JSON.stringify(member))
  const left = before.map((member) => ({ key: keyOf(member), member }))
  const changed: ChangedMembers['changed'] = []
  const compare = (had: unknown, has: unknown, place: number) => {
    const isChange = isRecord(had) && isRecord(has)
    if (isChange && JSON.stringify(had) !== JSON.stringify(has)) changed.push({ place, before: had, after: has })
    return isChange
  }
  const unmatched = after.flatMap((member, at) => {
    const key = keyOf(member)
    const same = left.findIndex((one) => one.key === key)
    if (same < 0) return [{ member, place: at + 1 }]
    for (const former of left.splice(same, 1)) compare(former.member, member, at + 1)
    return []
  })
  const added = unmatched.flatMap(({ member, place }) => {
    const [former] = left
    if (hasIds || !former || !compare(former.member, member, place)) return [member]
    left.shift()
    return []
  })
  return { added, removed: left.map(({ member }) => member), changed: changed.sort((a, b) => a.place - b.place) }
}
