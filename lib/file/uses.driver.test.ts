import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { allTables } from '@/db/constraints'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { api, send } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct, newStaff, unique } from '@/lib/server/testing/factories'
import { fileUseFaults } from '@/lib/server/testing/file-uses'
import { cleanOwnHtml } from '@/lib/server/testing/html'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { fileFields, historyTables, rebuildUses } from './uses'

interface FileBody {
  id: number
  url: string
  variants: Record<string, string>
  version: number
}

let token: string
beforeAll(async () => {
  const verbs = ['list', 'create', 'update', 'delete']
  token = (await newStaff(['file', 'notice', 'user'].flatMap((module) => verbs.map((verb) => `cms.${module}.${verb}`))))
    .token
})

const upload = async (width = 200) => {
  const raw = formWith(Uint8Array.from(await picture({ width })))
  const { body } = await send<FileBody>('POST', '/cms/file', { token, raw })
  return { ...body, path: new URL(body.url).pathname }
}
const usesOf = async (id: number) =>
  (await api('GET /cms/file/{id}/uses', { token, params: { id } })).body.items.map(
    ({ table, record_id, field }) => `${table}.${record_id}.${field}`,
  )
const replace = async (id: number, bytes?: Buffer, version = '') =>
  send<FileBody>('POST', `/cms/file/${id}/replace`, {
    token,
    raw: formWith(Uint8Array.from(bytes ?? (await picture({ width: 200 }))), version ? { version } : {}),
  })
/** Returns the `specs` of a product: one option whose values have these pictures. */
const specsWith = (pictures: string[]) => [
  {
    id: 1,
    name: '颜色',
    values: [
      ...pictures.map((image_url, at) => ({ id: at + 1, name: `${at}`, image_url })),
      // Only looks like a picture.
      { id: 9, name: `"image_url": "${pictures[0]}"`, removed: true as const },
    ],
  },
]
const noticeWith = (content: string) => api('POST /cms/notice', { token, body: { title: unique('通知'), content } })

describe('the columns with addresses of files', () => {
  test('each have a trigger', async () => {
    const db = await database()
    const rows = await db
      .select({ table: sql<string>`c.relname`, definition: sql<string>`pg_get_triggerdef(t.oid)` })
      .from(sql`pg_trigger t join pg_class c on c.oid = t.tgrelid`)
      .where(sql`t.tgname = 'track_file_use'`)
    const tracked = rows.flatMap(({ table, definition }) =>
      table === 'order_item'
        ? ['order_item.image_url']
        : [...definition.matchAll(/'(\w+)'/g)].map(([, field]) => `${table}.${field}`),
    )
    // A further table needs its trigger: see db/functions/file_use.sql.
    expect(tracked.sort()).toEqual(
      fileFields()
        .map(({ table, field }) => `${table}.${field}`)
        .sort(),
    )
  })

  test('include every column of cleaned HTML and of addresses', () => {
    const html = allTables()
      .filter((table) => 'content' in getTableColumns(table))
      .map(getTableName)
      .filter((name) => !historyTables.has(name))
    const found = new Set(fileFields().map(({ table }) => table))
    expect(html.filter((name) => !found.has(name))).toEqual([])
    const urls = allTables().flatMap((table) =>
      Object.keys(getTableColumns(table))
        .filter((name) => /image|avatar/.test(name))
        .map((name) => `${getTableName(table)}.${name}`),
    )
    const fields = new Set(fileFields().map(({ table, field }) => `${table}.${field}`))
    expect(urls.filter((name) => !fields.has(name))).toEqual([])
  })
})

describe('a use', () => {
  test('is recorded for pictures and texts, and removed with them', async () => {
    const [file, db] = [await upload(600), await database()]
    const variant = new URL(file.variants[480] ?? '').pathname
    const { body: notice } = await noticeWith(`<p>一</p><img src="${file.url}"><img src="${variant}">`)
    const product = await newProduct({ images: ['/demo/a.svg', file.path], skus: [{ image_url: variant }] })
    await db
      .update(tables.product)
      .set({ specs: specsWith(['/demo/b.svg', variant]) })
      .where(eq(tables.product.id, product.id))
    const [banner] = await db
      .insert(tables.banner)
      .values({ name: unique('slot-') })
      .returning()
    const [item] = await db
      .insert(tables.banner_item)
      .values({ banner_id: banner?.id ?? 0, image_url: file.path })
      .returning()
    expect(await usesOf(file.id)).toEqual([
      `banner_item.${item?.id}.image_url`,
      `notice.${notice.id}.content`,
      `product.${product.id}.images`,
      `product.${product.id}.specs`,
      `sku.${product.sku.id}.image_url`,
    ])
    const { items } = (await api('GET /cms/file/{id}/uses', { token, params: { id: file.id } })).body
    expect(items[0]?.owner).toEqual({ type: 'banner', id: banner?.id, name: banner?.name })
    expect((await api('GET /cms/file/{id}', { token, params: { id: file.id } })).body.uses_count).toBe(5)
    expect(await api('DELETE /cms/file/{id}', { token, params: { id: file.id } })).toMatchObject({
      status: 409,
      problem: { code: 'in_use', total: 5, uses: items },
    })
    await api('PUT /cms/notice/{id}', { token, params: { id: notice.id }, body: { content: '<p>二</p>' } })
    await db.delete(tables.banner).where(eq(tables.banner.id, banner?.id ?? 0))
    await db.update(tables.product).set({ images: [], specs: [] }).where(eq(tables.product.id, product.id))
    await db.update(tables.sku).set({ image_url: null }).where(eq(tables.sku.id, product.sku.id))
    expect(await usesOf(file.id)).toEqual([])
    const { results } = (await api('POST /cms/file/bulk_delete', { token, body: { ids: [file.id, 2_000_000_000] } }))
      .body
    expect(results.map(({ ok, problem }) => problem?.code ?? ok)).toEqual([true, 'not_found'])
  })

  test('is recorded for links in texts too, with or without the origin', async () => {
    const file = await upload()
    const { body: notice } = await noticeWith(`<p><a href="${file.path}#page=2">一</a><a href="/files/none">二</a></p>`)
    expect(notice.content).toBe(
      `<p><a href="${file.url}#page=2" rel="noopener nofollow">一</a><a href="${new URL('/files/none', file.url)}" rel="noopener nofollow">二</a></p>`,
    )
    expect(await usesOf(file.id)).toEqual([`notice.${notice.id}.content`])
    expect((await api('DELETE /cms/file/{id}', { token, params: { id: file.id } })).status).toBe(409)
    // The earlier form of stored texts.
    const db = await database()
    const before = `<p><a href="${file.url}" rel="noopener nofollow">一</a><a href="https://elsewhere.example/a">二</a></p>`
    const [article] = await db
      .insert(tables.article)
      .values({ title: unique('文章'), content: sql`${before}` })
      .returning()
    expect(await usesOf(file.id)).toEqual([`article.${article?.id}.content`, `notice.${notice.id}.content`])

    const { body } = await replace(file.id, await picture({ width: 300 }))
    const shown = (await api('GET /cms/notice/{id}', { token, params: { id: notice.id } })).body
    expect(shown).toMatchObject({ version: 2, content: notice.content.replace(file.url, body.url) })
    const [row] = await db
      .select()
      .from(tables.article)
      .where(eq(tables.article.id, article?.id ?? 0))
    expect(row?.content).toBe(before.replace(file.url, new URL(body.url).pathname))
    expect(await usesOf(file.id)).toHaveLength(2)
    await api('PUT /cms/notice/{id}', { token, params: { id: notice.id }, body: { content: '<p>三</p>' } })
    await db.delete(tables.article).where(eq(tables.article.id, article?.id ?? 0))
    expect(await usesOf(file.id)).toEqual([])
  })

  test('of an address that is not that of a file is refused at its field', async () => {
    const staff = await newStaff()
    const gone = await upload()
    await api('DELETE /cms/file/{id}', { token, params: { id: gone.id } })
    const change = (avatar_url: string) =>
      api('PUT /cms/user/{id}', { token, params: { id: staff.id }, body: { avatar_url } })
    for (const url of ['/files/2026/11/0123456789abcdef.jpg', 'https://elsewhere.example/a.jpg', '/admin', gone.url]) {
      expect(await change(url), url).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ in: 'body', name: 'avatar_url', code: 'not_found' }] },
      })
    }
    expect((await change('/demo/a.svg')).status).toBe(200)
    expect(await noticeWith(`<img src="${gone.url}">`)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'content', code: 'not_found' }] },
    })
  })

  test('of an unknown address that a record already has does not prevent other changes', async () => {
    const db = await database()
    const staff = await newStaff()
    await db.execute(sql`alter table "user" disable trigger track_file_use`)
    await db
      .update(tables.user)
      .set({ avatar_url: 'https://elsewhere.example/a.jpg' })
      .where(eq(tables.user.id, staff.id))
    await db.execute(sql`alter table "user" enable trigger track_file_use`)
    const body = { nickname: '阿青', avatar_url: 'https://elsewhere.example/a.jpg' }
    expect((await api('PUT /cms/user/{id}', { token, params: { id: staff.id }, body })).status).toBe(200)
  })

  test('by several orders is one row, and prevents the deletion of the file', async () => {
    const [file, buyer] = [await upload(), await newBuyer()]
    const product = await newProduct({ images: [file.path] })
    const place = () =>
      api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: product.sku.id, count: 1 }] } })
    expect([(await place()).status, (await place()).status]).toEqual([201, 201])
    const db = await database()
    await db.update(tables.product).set({ images: [] }).where(eq(tables.product.id, product.id))
    expect(await usesOf(file.id)).toEqual([expect.stringMatching(/^order_item\.\d+\.image_url$/)])
    expect((await api('DELETE /cms/file/{id}', { token, params: { id: file.id } })).status).toBe(409)
  })

  test('that is wrong or missing is repaired by the command', async () => {
    const [file, other] = [await upload(), await upload()]
    const { id } = (await noticeWith(`<img src="${file.url}">`)).body
    const [db, { transaction }] = [await database(), await connection()]
    await db.delete(tables.file_use).where(eq(tables.file_use.file_id, file.id))
    await db.insert(tables.file_use).values({ file_id: other.id, table: 'notice', record_id: id, field: 'content' })
    expect(await fileUseFaults(db)).toEqual([
      `missing: ${file.id} in notice.${id}.content`,
      `without a record: ${other.id} in notice.${id}.content`,
    ])
    expect(await transaction(rebuildUses)).toEqual({ removed: 1, added: 1 })
    expect([await usesOf(file.id), await usesOf(other.id)]).toEqual([[`notice.${id}.content`], []])
    expect(await transaction(rebuildUses)).toEqual({ removed: 0, added: 0 })
  })
})

describe('a replacement', () => {
  test('changes every record, raises its version, and keeps the pictures of orders', async () => {
    const [file, db, buyer] = [await upload(600), await database(), await newBuyer()]
    const variant = new URL(file.variants[480] ?? '').pathname
    const { body: notice } = await noticeWith(`<p>${file.path}</p><img src="${file.url}"><img src="${variant}">`)
    const product = await newProduct({ images: ['/demo/a.svg', variant, file.path], skus: [{ image_url: file.path }] })
    await db
      .update(tables.product)
      .set({ specs: specsWith([variant, '/demo/b.svg', file.path]) })
      .where(eq(tables.product.id, product.id))
    const order = await api('POST /v1/order', {
      token: buyer.token,
      body: { items: [{ sku_id: product.sku.id, count: 1 }] },
    })
    const { status, body } = await replace(file.id, await picture({ width: 300 }), '1')
    expect([status, body.version, body.id]).toEqual([200, 2, file.id])
    expect(body.url).not.toBe(file.url)
    const path = new URL(body.url).pathname
    const after = (await api('GET /cms/notice/{id}', { token, params: { id: notice.id } })).body
    // The new picture is narrower than 480 pixels.
    expect(after).toMatchObject({
      version: 2,
      content: `<p>${file.path}</p><img src="${body.url}"><img src="${body.url}">`,
    })
    const [row] = await db.select().from(tables.product).where(eq(tables.product.id, product.id))
    expect(row).toMatchObject({ images: ['/demo/a.svg', path, path] })
    expect(row?.specs[0]?.values).toEqual([
      { id: 1, name: '0', image_url: path },
      { id: 2, name: '1', image_url: '/demo/b.svg' },
      { id: 3, name: '2', image_url: path },
      { id: 9, name: `"image_url": "${variant}"`, removed: true },
    ])
    expect(row?.version).toBeGreaterThan(1)
    expect(
      (await api('GET /v1/order/{id}', { token: buyer.token, params: { id: order.body.id } })).body.items[0]?.image_url,
    ).toBe(file.url)
    expect(await usesOf(file.id)).toHaveLength(5)
    const kept = await db.select().from(tables.file_object).where(eq(tables.file_object.url, file.path))
    expect(kept).toMatchObject([{ remove_at: null, file_id: file.id }])
    expect(await noticeWith(`<img src="${file.url}">`)).toMatchObject({ status: 400 })
  })

  test('keeps the former content for 30 days where no order shows it', async () => {
    const [file, db] = [await upload(), await database()]
    await replace(file.id)
    const [old] = await db.select().from(tables.file_object).where(eq(tables.file_object.url, file.path))
    const days = ((old?.remove_at?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is refused for an outdated version, for the content of another file, and for more than 200 uses', async () => {
    const [file, db] = [await upload(), await database()]
    const bytes = await picture()
    const raw = formWith(Uint8Array.from(bytes))
    const other = await send<{ id: number; name: string }>('POST', '/cms/file', { token, raw })
    expect(await replace(file.id, bytes)).toMatchObject({
      status: 409,
      problem: { code: 'already_exists', file: { id: other.body.id, name: other.body.name } },
    })
    expect(await replace(file.id, undefined, '7')).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    expect((await replace(2_000_000_000)).status).toBe(404)
    const content = await cleanOwnHtml(`<img src="${file.path}">`)
    await db.insert(tables.notice).values(Array.from({ length: 201 }, () => ({ title: '多', content })))
    expect(await replace(file.id)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    expect((await api('GET /cms/file/{id}', { token, params: { id: file.id } })).body).toMatchObject({
      version: 1,
      url: file.url,
    })
  })
})
