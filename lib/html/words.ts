const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** No word goes on beyond a space. In short pieces, because a segmenter's time grows with the square of the length. */
const piece = /\S{1,100}/gu

/** How many words a text has, as editors count them: every Chinese or Japanese character is one. */
export function countWords(text: string): number {
  let words = 0
  const rest = text.replaceAll(ideograph, () => {
    words += 1
    return ' '
  })
  for (const [part] of rest.matchAll(piece)) {
    for (const { isWordLike } of segmenter.segment(part)) if (isWordLike) words += 1
  }
  return words
}
