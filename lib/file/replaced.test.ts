import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { endpoints } from '@/lib/server/endpoints'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newBuyer, newCategory, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { cleanOwnHtml } from '@/lib/server/testing/html'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { fileFields, snapshotTable } from './uses'

/* After a file was replaced, no response contains its former addresses. */

/** Whether the endpoint at this path returns former states: logs, histories, or the versions of an article. */
const isHistory = (path: string) => /_log|\/history$|\/version/.test(path)

const declared: readonly Endpoint[] = endpoints
const reads = declared.filter(({ method, path }) => method === 'GET' && /^\/(v1|cms)\//.test(path) && !isHistory(path))

interface FileBody {
  id: number
  url: string
  variants: Record<string, string>
}

const pathsOf = ({ url, variants }: FileBody) => [url, ...Object.values(variants)].map((one) => new URL(one).pathname)

let root: string
let customer: string
beforeAll(async () => {
  root = (await newStaff([], { is_root: true })).token
  customer = (await newBuyer()).token
})

/**
 * Creates one record of each table with pictures. Each record shows the file with the URL `url` and its variant with
 * the URL `variant`.
 */
async function recordsWith([url = '', variant = '']: string[]) {
  const db = await database()
  const insert = async <Row extends { id: number }>(rows: Promise<Row[]>) => (await rows)[0]?.id ?? 0
  const name = unique('换图')
  const content = await cleanOwnHtml(
    `<p>${name}</p><img src="${url}"><img src="${variant}"><video src="${url}" poster="${variant}"></video>`,
  )
  const category = await newCategory({ name, image_url: variant })
  const below = await newCategory({ name: unique('换图'), parent_id: category.id, image_url: url })
  const product = await newProduct({
    name,
    category_id: below.id,
    images: [url, variant],
    content,
    skus: [{ image_url: url }],
  })
  const specs = [{ id: 1, name: '颜色', values: [{ id: 1, name: '青', image_url: variant }] }]
  await db.update(tables.product).set({ specs }).where(eq(tables.product.id, product.id))
  const theme = await insert(
    db
      .insert(tables.theme)
      .values({ name, topic_image_url: url, head_image_url: variant })
      .returning({ id: tables.theme.id }),
  )
  await db.insert(tables.theme_product).values({ theme_id: theme, product_id: product.id })
  const banner = await insert(db.insert(tables.banner).values({ name }).returning({ id: tables.banner.id }))
  const banner_item = await insert(
    db
      .insert(tables.banner_item)
      .values({ banner_id: banner, image_url: url })
      .returning({ id: tables.banner_item.id }),
  )
  const { id: user } = await newStaff([], { avatar_url: url, nickname: name })
  const body = { title: name, content }
  const article = await api('POST /cms/article', {
    token: root,
    body: { ...body, image_url: url, status: 'published' },
  })
  const notice = await api('POST /cms/notice', { token: root, body: { ...body, audience: 'all' } })
  const ids = { category: category.id, below: below.id, product: product.id, theme, banner, banner_item, user }
  return { name, ids: [...new Set([...Object.values(ids), article.body.id, notice.body.id])] }
}

/**
 * Sends every GET request of the API that can show the given records, and returns the paths and texts of the responses.
 */
async function readAll({ name, ids }: { name: string; ids: number[] }) {
  const texts: { path: string; text: string }[] = []
  for (const { path, access } of reads) {
    const filled = path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path]
    for (const one of new Set(filled)) {
      const token = access.kind === 'customer' ? customer : root
      const answer = await send('GET', one, { token })
      const { text } =
        answer.status === 400 ? await send('GET', `${one}?q=${encodeURIComponent(name)}`, { token }) : answer
      texts.push({ path, text })
    }
  }
  return texts
}

describe('after a replacement', () => {
  test('no answer has the former addresses, and the answers that had them have the current ones', {
    timeout: 60_000,
  }, async () => {
    const upload = formWith(Uint8Array.from(await picture({ width: 600 })))
    const file = (await send<FileBody>('POST', '/cms/file', { token: root, raw: upload })).body
    const former = pathsOf(file)
    const records = await recordsWith(former)
    const uses = (await api('GET /cms/file/{id}/uses', { token: root, params: { id: file.id }, query: { size: 100 } }))
      .body
    const used = new Set(uses.items.map(({ table, field }) => `${table}.${field}`))
    const fields = fileFields().flatMap(({ table, field }) => (table === snapshotTable ? [] : [`${table}.${field}`]))
    expect(fields.filter((one) => !used.has(one))).toEqual([])

    const showing = (texts: { path: string; text: string }[], paths: string[]) =>
      [...new Set(texts.flatMap(({ path, text }) => (paths.some((one) => text.includes(one)) ? [path] : [])))].sort()
    const before = showing(await readAll(records), former)
    expect(before).toEqual(
      expect.arrayContaining(['/cms/article', '/cms/article/{id}', '/cms/file', '/cms/notice/{id}']),
    )
    expect(before).toEqual(expect.arrayContaining(['/cms/user', '/cms/user/{id}', '/v1/article', '/v1/article/{id}']))
    expect(before).toEqual(expect.arrayContaining(['/v1/banner/{id}', '/v1/banner/ids/{id_list}']))
    expect(before).toEqual(expect.arrayContaining(['/v1/category', '/v1/product/{id}']))
    expect(before).toEqual(expect.arrayContaining(['/v1/product/recent', '/v1/product/search', '/v1/theme/{id}']))

    const raw = formWith(Uint8Array.from(await picture({ width: 500 })))
    const { status, body } = await send<FileBody>('POST', `/cms/file/${file.id}/replace`, { token: root, raw })
    expect(status).toBe(200)
    const after = await readAll(records)
    expect(showing(after, former)).toEqual([])
    expect(showing(after, pathsOf(body))).toEqual(before)

    for (const url of [body.url, ...Object.values(body.variants)]) {
      const picture = await dispatch(new Request(url))
      await picture.arrayBuffer()
      expect(picture.headers.get('cache-control'), url).toBe('public, max-age=31536000, immutable')
    }
  })
})
