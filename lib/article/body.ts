import type { CleanHtml } from '@/db/schema/columns'
import { html, type UncleanHtml } from '@/lib/kit/api/endpoint/fields'
import { cleanHtml } from '@/lib/kit/html/clean'

/** Words and excerpt are computed when the content is written. */
interface ArticleBody {
  content: CleanHtml
  words: number
  /** The beginning, in one line. */
  excerpt: string
}

const excerptLength = 120

/** Throws `invalid_request` like `cleanHtml`. */
export async function bodyOf(content: UncleanHtml): Promise<ArticleBody> {
  const cleaned = await cleanHtml(content)
  return { content: cleaned.html, words: cleaned.words, excerpt: excerptOf(cleaned.text) }
}

/** For HTML that does not come from a request. */
export const parseBody = (source: string): Promise<ArticleBody> => bodyOf(html(source.length).parse(source))

/** False for an empty paragraph, which the editor sends for an empty text. */
export const hasContent = (content: string) =>
  /<(img|table|hr)\b/.test(content) || /[^\s<>]/.test(content.replaceAll(/<[^>]*/g, ''))

function excerptOf(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > excerptLength
    ? `${characters.slice(0, excerptLength).join('').trim()}…`
    : characters.join('')
}
