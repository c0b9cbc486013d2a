/** `TEST_ROUNDS=all`: as many as a race was accepted with, for trying it by hand. */
const share = process.env.TEST_ROUNDS === 'all' ? 1 : 0.1

/** How many rounds a race has, of those that it was accepted with. */
export const rounds = (all: number): number => Math.ceil(all * share)

/**
 * Does both at once, each first in every second round. In the first two rounds one waits for the other, so that both
 * outcomes are seen on every machine.
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
