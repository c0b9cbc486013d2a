import { limitHeaders, problem } from '../endpoint/problem'

interface Limit {
  /** For one person. */
  atOnce: number
  /** In the headers of the refusal. */
  policy: string
  /** Named in the problem: "You have 2 {work} already." */
  work: string
}

/** In seconds, for a refused request. */
const retryAfter = 5

/** Long work of each person that this process does at the same time. Across servers, it would hold a connection each. */
export class Places {
  private readonly taken = new Map<number, number>()

  constructor(private readonly limit: Limit) {}

  /** Returns the function that frees the place; only its first call counts. Throws 429 if none is free. */
  take(user_id: number): () => void {
    const { atOnce, policy, work } = this.limit
    const count = (this.taken.get(user_id) ?? 0) + 1
    if (count > atOnce)
      throw problem('too_many_requests', {
        detail: `You have ${atOnce} ${work} already. Try again in ${retryAfter} seconds.`,
        headers: limitHeaders(policy, atOnce, retryAfter),
      })
    this.taken.set(user_id, count)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.taken.get(user_id) ?? 0) - 1
      if (left > 0) this.taken.set(user_id, left)
      else this.taken.delete(user_id)
    }
  }
}
