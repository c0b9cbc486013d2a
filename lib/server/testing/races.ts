/** `TEST_ROUNDS=all`: the full number of rounds, for a run by hand. */
const share = process.env.TEST_ROUNDS === 'all' ? 1 : 0.1

/** The number of rounds of a race, as a share of the full number. */
export const rounds = (all: number): number => Math.ceil(all * share)

/**
 * Runs both at once, each first in every second round. In the first two rounds one waits for the other, so that both
 * results occur on every machine.
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
