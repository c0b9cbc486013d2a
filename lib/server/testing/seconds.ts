/** Outages, replacements and suspensions last longer in runs by hand, which print measurements. NaN: not set. */
const given = Number(process.env.TEST_SECONDS || Number.NaN)

/** In milliseconds: `TEST_SECONDS` if set. */
export const lasting = (seconds: number): number => (Number.isNaN(given) ? seconds : given) * 1_000

/** If `TEST_SECONDS` is set. */
export function printFigures(name: string, figures: Record<string, number>): void {
  if (!Number.isNaN(given)) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}
