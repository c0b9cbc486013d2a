/** The share of rounds that are run. `TEST_ROUNDS=all` runs all rounds. */
const share = process.env.TEST_ROUNDS === 'all' ? 1 : 0.1

/** Returns the number of rounds to run. `all`: the number of rounds of a full run. */
export const rounds = (all: number): number => Math.ceil(all * share)

/**
 * Runs both functions at the same time, and returns both results. The functions take turns in starting first. In rounds
 * 0 and 1, the second function waits for the first, so that each of the two sequences occurs on every machine.
 */
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
