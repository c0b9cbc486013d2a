import { diffArrays } from 'diff'

/** `same`: in both texts; `removed`: only in the first; `added`: only in the second. */
interface Piece {
  text: string
  kind: 'same' | 'removed' | 'added'
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, tr, pre, blockquote, figure, figcaption, hr, br, td, th'

/** A line for each block, URLs in parentheses, pictures in brackets. Loads no files and runs no scripts. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) {
    image.replaceWith(`[${[image.alt, image.getAttribute('src')].filter(Boolean).join(' ')}]`)
  }
  for (const link of body.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`)
  for (const block of body.querySelectorAll(blocks)) block.after('\n')
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** Each Chinese character is separate, because Chinese has no spaces between words. */
const tokens = (text: string): string[] =>
  text.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+|\s+|./gsu) ?? []

/** Texts with little in common may take longer; they are shown as completely replaced. */
const maxMilliseconds = 500

export function piecesOf(before: string, after: string): Piece[] {
  const changes = diffArrays(tokens(before), tokens(after), { timeout: maxMilliseconds })
  if (!changes) {
    const whole: Piece[] = [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
    return whole.filter(({ text }) => text !== '')
  }
  return changes.map(({ value, added, removed }) => ({
    text: value.join(''),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

/** Kept next to a change. */
const context = 80

/** `isFirst`, `isLast`: the piece is at the beginning or end of the text, where no change is adjacent. */
export function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const characters = [...text]
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context]
  if (characters.length <= head + tail + context) return text
  return `${characters.slice(0, head).join('')} … ${characters.slice(characters.length - tail).join('')}`
}
