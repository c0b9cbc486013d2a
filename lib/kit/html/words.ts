const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Whole words, or the beginning of a longer one. Short, because the segmenter's time grows with the square of the
 * length; not single words, because each call takes time, too.
 */
const piece = /\S(?:.{0,98}\S)?(?!\S)|\S{1,100}/gsu

/** Every Chinese or Japanese character counts as one word. */
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
