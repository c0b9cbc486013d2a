/** `TEST_ROUNDS=all` runs all rounds. */
const share = process.env.TEST_ROUNDS === 'all' ? 1 : 0.1

/** `all`: of a full run. */
export const rounds = (all: number): number => Math.ceil(all * share)

/** At once, taking turns in starting first. Rounds 0 and 1 run one after the other, so that both sequences occur. */
export async function both<A, B>(round: number, one: () => Promise<A>, two: () => Promise<B>): Promise<[A, B]> {
  const isAlone = round < 2
  if (round % 2 === 0) {
    const first = one()
    if (isAlone) await first
    return Promise.all([first, two()])
  }
  const first = two()
  if (isAlone) await first
  return Promise.all([one(), first])
}
