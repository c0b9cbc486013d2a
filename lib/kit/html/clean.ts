import type { CleanHtml } from '@/db/schema/columns'
import type { UncleanHtml } from '@/lib/kit/api/endpoint/fields'
import { ownOrigins } from '@/lib/kit/own-origins'

export interface CleanedHtml {
  html: CleanHtml
  /** The text without markup; paragraphs are on separate lines. */
  text: string
  /** Number of words; every Chinese or Japanese character counts as one. */
  words: number
  /** The paths of the shop's own images in the text, without duplicates, relative to this server. */
  images: string[]
  /** Number of removed images, which were images of other servers. */
  removed_images: number
  /** Number of removed videos, which were not files of the shop. */
  removed_videos: number
}

/**
 * Cleans HTML from an editor, so that it can be stored and shown. Only the elements, attributes and URLs that
 * `lib/kit/html/cleaner.ts` allows remain. Cleaning the result again changes nothing. Throws `invalid_request` for the
 * field `content` if the HTML is nested too deeply (`too_deep`) or has too many elements (`too_complex`). The parser is
 * loaded on first use.
 */
export async function cleanHtml(unclean: UncleanHtml): Promise<CleanedHtml> {
  const { clean } = await import('./cleaner')
  return clean(unclean, ownOrigins())
}

type Content<Value> = Value extends UncleanHtml ? CleanHtml : Value

/** Returns a body with its `content`, if present, cleaned by {@link cleanHtml}. For the `prepare` of an endpoint. */
export function cleanBody<Body extends { content?: UncleanHtml | undefined }>(
  body: Body,
): Promise<{ [Field in keyof Body]: Field extends 'content' ? Content<Body[Field]> : Body[Field] }>
export async function cleanBody(body: { content?: UncleanHtml | undefined }): Promise<object> {
  return body.content === undefined ? body : { ...body, content: (await cleanHtml(body.content)).html }
}
