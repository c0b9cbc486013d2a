/**
 * The duration of tests of outages, replacements and suspensions, in seconds. Set by `TEST_SECONDS` for longer runs by
 * hand, which also print measurements. NaN: not set.
 */
const given = Number(process.env.TEST_SECONDS || Number.NaN)

/** Returns the duration of a test in milliseconds: `TEST_SECONDS` if it is set, else the given number of seconds. */
export const lasting = (seconds: number): number => (Number.isNaN(given) ? seconds : given) * 1_000

/** Prints the measurements if `TEST_SECONDS` is set. */
export function printFigures(name: string, figures: Record<string, number>): void {
  if (!Number.isNaN(given)) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}
