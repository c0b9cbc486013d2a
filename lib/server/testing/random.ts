/** Equal seeds give equal numbers. Two outputs of mulberry32 make 53 bits. */
export function randomOf(seed: number): (limit: number) => number {
  let state = seed
  const bits = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return (limit) => Math.floor(((bits() * 2 ** 21 + (bits() >>> 11)) / 2 ** 53) * limit)
}
