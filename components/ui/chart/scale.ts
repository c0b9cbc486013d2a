/** A scale ends at one of these round numbers, multiplied by a power of ten. */
const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]

/** For whole numbers. Even, so that the label at the middle is a whole number. */
export function scaleEnd(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)))
  const ends = [...steps, 20].map((step) => Math.round(step * power * 10) / 10)
  return ends.find((end) => end >= highest && end % 2 === 0) ?? highest
}

const mostLabels = 7

/** At most seven, evenly spaced, beginning with the first point. */
export function labeledPoints(count: number): number[] {
  const step = Math.ceil(count / mostLabels)
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}
