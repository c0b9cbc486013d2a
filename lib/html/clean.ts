import type { CleanHtml } from '@/db/schema/columns'
import { html, type UncleanHtml } from '@/lib/api/fields'
import { env } from '@/lib/env'

export interface CleanedHtml {
  html: CleanHtml
  /** The same without markup, paragraphs on lines of their own. */
  text: string
  /** Every Chinese or Japanese character counts as one. */
  words: number
  /** Addresses of the shop's own pictures in it, each once, relative to this server. */
  images: string[]
  /** How many pictures of other servers were removed. */
  removed_images: number
}

/**
 * What an editor sent, as it may be stored and shown: only the elements, attributes and addresses that
 * `lib/html/cleaner.ts` allows. To clean what is clean changes nothing. Throws `invalid_request` for the field
 * `content` where the text is nested too deeply to be read. The parser is loaded when it is first needed.
 */
export async function cleanHtml(unclean: UncleanHtml): Promise<CleanedHtml> {
  const { clean } = await import('./cleaner')
  return clean(unclean, env().BASE_URL)
}

/** The same for HTML that no request has brought, such as that of the demonstration. */
export const cleanOwnHtml = async (own: string): Promise<CleanHtml> =>
  (await cleanHtml(html(own.length).parse(own))).html

type Content<Given> = Given extends UncleanHtml ? CleanHtml : Given

/** A body whose `content`, where it has one, has been cleaned: what `prepare` makes of it for the handler. */
export function cleanBody<Body extends { content?: UncleanHtml | undefined }>(
  body: Body,
): Promise<{ [Field in keyof Body]: Field extends 'content' ? Content<Body[Field]> : Body[Field] }>
export async function cleanBody(body: { content?: UncleanHtml | undefined }): Promise<object> {
  return body.content === undefined ? body : { ...body, content: (await cleanHtml(body.content)).html }
}
