import type { CleanHtml } from '@/db/schema/columns'
import { html, type UncleanHtml } from '@/lib/kit/api/endpoint/fields'
import { cleanHtml } from '@/lib/kit/html/clean'

/**
 * The content of an article, with the number of words and the excerpt that are computed when the content is written.
 */
interface ArticleBody {
  content: CleanHtml
  words: number
  /** The beginning of the text, in one line. */
  excerpt: string
}

const excerptLength = 120

/**
 * Cleans the content of an article, counts the words, and cuts the excerpt. Throws `invalid_request` like `cleanHtml`.
 */
export async function bodyOf(content: UncleanHtml): Promise<ArticleBody> {
  const cleaned = await cleanHtml(content)
  return { content: cleaned.html, words: cleaned.words, excerpt: excerptOf(cleaned.text) }
}

/** Does the same as {@link bodyOf} for HTML that does not come from a request. */
export const parseBody = (source: string): Promise<ArticleBody> => bodyOf(html(source.length).parse(source))

/** Whether cleaned HTML shows anything. False for an empty paragraph, which the editor sends for an empty text. */
export const hasContent = (content: string) =>
  /<(img|table|hr)\b/.test(content) || /[^\s<>]/.test(content.replaceAll(/<[^>]*/g, ''))

function excerptOf(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > excerptLength
    ? `${characters.slice(0, excerptLength).join('').trim()}…`
    : characters.join('')
}
