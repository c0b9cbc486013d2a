/** Who act for the shop. */
export const office = ['staff', 'key'] as const

/** A member of staff, or an API key. */
export type Staff = ActorOf<(typeof office)[number]>

/** The doer of an act. A caller of the API is one. */
export type Actor =
  | { kind: 'staff'; user_id: number }
  | { kind: 'key'; user_id: number }
  | { kind: 'customer'; user_id: number }
  | { kind: 'system' }
  /** `requested_by`: the user who requested the refund that the provider reports. */
  | { kind: 'provider'; requested_by?: number | null }

export type ActorOf<Kind extends Actor['kind']> = Extract<Actor, { kind: Kind }>

/** For the column of a history. null: the system, or the provider on its own. */
export function actorId(actor: Actor): number | null {
  if (actor.kind === 'system') return null
  return actor.kind === 'provider' ? (actor.requested_by ?? null) : actor.user_id
}
