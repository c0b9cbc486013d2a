/**
 * How many seconds the tests of outages, replacements and suspensions keep what they try: `TEST_SECONDS`, for trying it by
 * hand for longer, which also prints what was measured.
 */
const given = Number(process.env.TEST_SECONDS || Number.NaN)

/** The milliseconds of `TEST_SECONDS`; without it, those of so many seconds. */
export const lasting = (seconds: number): number => (Number.isNaN(given) ? seconds : given) * 1_000

/** Prints what was measured, where somebody asked for a duration of their own. */
export function printFigures(name: string, figures: Record<string, number>): void {
  if (!Number.isNaN(given)) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}
