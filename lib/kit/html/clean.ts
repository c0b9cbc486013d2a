import type { CleanHtml } from '@/db/schema/columns'
import type { UncleanHtml } from '@/lib/kit/api/endpoint/fields'
import { ownOrigins } from '@/lib/kit/own-origins'

export interface CleanedHtml {
  html: CleanHtml
  /** Without markup; paragraphs are on separate lines. */
  text: string
  /** Every Chinese or Japanese character counts as one. */
  words: number
  /** The shop's own, without duplicates, relative to this server. */
  images: string[]
  /** Images of other servers. */
  removed_images: number
  /** Videos that are no files of the shop. */
  removed_videos: number
}

/**
 * Keeps what `lib/kit/html/cleaner.ts` allows; a second cleaning changes nothing. Throws `invalid_request` for
 * `content`: `too_deep` or `too_complex`. Loads the parser on first use.
 */
export async function cleanHtml(unclean: UncleanHtml): Promise<CleanedHtml> {
  const { clean } = await import('./cleaner')
  return clean(unclean, ownOrigins())
}

type Content<Value> = Value extends UncleanHtml ? CleanHtml : Value

/** For the `prepare` of an endpoint. */
export function cleanBody<Body extends { content?: UncleanHtml | undefined }>(
  body: Body,
): Promise<{ [Field in keyof Body]: Field extends 'content' ? Content<Body[Field]> : Body[Field] }>
export async function cleanBody(body: { content?: UncleanHtml | undefined }): Promise<object> {
  return body.content === undefined ? body : { ...body, content: (await cleanHtml(body.content)).html }
}
