/**
 * The more useful first: the last and the first word, or the end of a Chinese word, which names the kind (雨伞, an
 * umbrella, ends with 伞), and its beginning.
 */
export function piecesOf(q: string): string[] {
  const words = q.match(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu) ?? []
  const [first = ''] = words
  const pieces = words.length > 1 ? [words.at(-1) ?? '', first] : partsOf(first)
  return [...new Set(pieces)].filter((piece) => piece !== '' && piece !== q)
}

function partsOf(word: string): string[] {
  if (!/^\p{Script=Han}/u.test(word)) return []
  const characters = [...word]
  const half = Math.floor(characters.length / 2)
  const end = (count: number) => characters.slice(characters.length - count).join('')
  return half > 1 ? [end(half), end(1)] : [end(half), characters.slice(0, characters.length - half).join('')]
}
