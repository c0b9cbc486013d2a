/** The largest number of bytes in a description at the provider. */
const maxBytes = 127

const bytesOf = (text: string) => Buffer.byteLength(text)

/**
 * Returns the text that WeChat shows to the customer for a payment: the name of the first product, and the number of
 * all pieces, such as `雨前绿茶 等 3 件`. At most 127 bytes of UTF-8; a longer name is shortened between characters.
 */
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
