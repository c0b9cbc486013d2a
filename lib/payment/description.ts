/** Limit of the provider. */
const maxBytes = 127

const bytesOf = (text: string) => Buffer.byteLength(text)

/** `雨前绿茶 等 3 件`: the first product and the number of all pieces. Longer names are cut between characters. */
export function describeGoods(name: string, pieces: number): string {
  const rest = pieces > 1 ? ` 等 ${pieces} 件` : ''
  if (bytesOf(name + rest) <= maxBytes) return name + rest
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (bytesOf(`${short}${segment}…${rest}`) > maxBytes) break
    short += segment
  }
  return `${short}…${rest}`
}
