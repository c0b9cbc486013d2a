import { sql } from 'drizzle-orm'
import type { CleanHtml } from '@/db/schema/columns'
import { file_object } from '@/db/schema/file'
import type { Database } from '@/lib/kit/database'

/** Image in cleaned HTML, where `src` is the first attribute. */
const image = /<img src="([^"]*)"[^>]*>/g

/** Video in cleaned HTML. The link and the picture inside have the same addresses. */
const video = /<video src="([^"]*)"(?: poster="([^"]*)")?([^>]*>).*?<\/video>/gs

/** Link in cleaned HTML, up to the query or fragment of the address. */
const link = /(<a href=")([^"?#]*)/g

const withoutOrigin = (href: string) => href.replace(/^https?:\/\/[^/]+/, '')

/** Also in links. Leaves out media of deleted files; a video counts as one image. Clean the text before storing it. */
export async function withCurrentPictures(
  db: Database,
  earlier: CleanHtml,
): Promise<{ content: string; removed_images: number }> {
  const addresses = [
    ...[...earlier.matchAll(image)].map(([, address = '']) => address),
    ...[...earlier.matchAll(link)].flatMap(([, , href = '']) => [href, withoutOrigin(href)]),
  ]
  if (addresses.length === 0) return { content: earlier, removed_images: 0 }
  const ofFile = sql`(select c.url from file_object c where c.file_id = "file_object"."file_id" and c.replaced_at is null`
  const rows = await db
    .select({
      url: file_object.url,
      // The same variant, if it still exists.
      current: sql<string>`coalesce(${ofFile} and c.width = "file_object"."width"), ${ofFile} and c.width is null))`,
    })
    .from(file_object)
    .where(sql`${file_object.url} = any (${sql.param(addresses)}) and ${file_object.file_id} is not null`)
  const current = new Map(rows.map(({ url, current: now }) => [url, now]))
  // The files of an older demonstration are not stored.
  const nowOf = (address: string) => current.get(address) ?? (address.startsWith('/demo/') ? address : undefined)
  let removed_images = 0
  const played = earlier.replaceAll(video, (_, address: string, poster: string | undefined, rest: string) => {
    const now = nowOf(address)
    if (now === undefined) removed_images += 1
    if (now === undefined) return ''
    const shown = poster && nowOf(poster)
    return `<video src="${now}"${shown ? ` poster="${shown}"` : ''}${rest}</video>`
  })
  const content = played.replaceAll(image, (tag, address: string) => {
    const now = nowOf(address)
    if (now === undefined) removed_images += 1
    return now === undefined ? '' : tag.replace(address, () => now)
  })
  const linked = content.replaceAll(link, (tag, start: string, href: string) => {
    const now = current.get(href) ?? current.get(withoutOrigin(href))
    return now === undefined ? tag : start + now
  })
  return { content: linked, removed_images }
}
