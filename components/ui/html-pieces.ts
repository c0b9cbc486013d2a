import { diffArrays } from 'diff'

/** A part of a text: in both states, or in one only. */
interface Piece {
  text: string
  kind: 'same' | 'removed' | 'added'
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, tr, pre, blockquote, figure, figcaption, hr, br, td, th'

/**
 * The readable text of HTML: a line for each block; links with their address, pictures with their description and path.
 * Nothing of it is loaded or run.
 */
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

/** Words; every Chinese or Japanese character separately, because nothing separates them. */
const tokens = (text: string): string[] =>
  text.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+|\s+|./gsu) ?? []

/** The maximum time of a comparison: texts with little in common take long, and are then shown as replaced. */
const maxMilliseconds = 500

/** Compares two texts word by word. Returns the removed, added and unchanged pieces in reading order. */
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

/** The number of characters that remain on each side of a change in a long unchanged piece. */
const context = 80

/** Shortens a long unchanged piece to the text next to changes. */
export function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const characters = [...text]
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context]
  if (characters.length <= head + tail + context) return text
  return `${characters.slice(0, head).join('')} … ${characters.slice(characters.length - tail).join('')}`
}
