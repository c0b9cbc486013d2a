import { parse as parseCsv } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newCategory, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

let token: string
let category: Awaited<ReturnType<typeof newCategory>>

beforeAll(async () => {
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 10_000, 'file.pdf': true })
  const files = ['list', 'create', 'update', 'delete'].map((verb) => `cms.file.${verb}`)
  token = (await newStaff(['cms.product.list', 'cms.product.export', 'cms.product.import', ...files])).token
  category = await newCategory()
})

interface Stored {
  id: number
  name: string
  url: string
  duplicate: boolean
}

async function upload(name: string, { folder_id = '', content }: { folder_id?: number | ''; content?: Buffer } = {}) {
  const raw = formWith(Uint8Array.from(content ?? (await picture())), { name, folder_id: String(folder_id) })
  return stored((await send<Stored>('POST', '/cms/file', { token, raw })).body)
}

/** Adds pictures without uploading them, because each upload starts a process. Returns them. */
async function add(
  names: string[],
  folder_id: number | null = null,
): Promise<{ id: number; name: string; url: string }[]> {
  const db = await database()
  const kept = { mime: 'image/webp', size: 1 }
  const files = await db
    .insert(tables.file)
    .values(
      names.map((name) => ({
        ...kept,
        name,
        folder_id,
        kind: 'image' as const,
        source_sha256: unique('sha'),
        uploaded_by: 1,
        updated_by: 1,
      })),
    )
    .returning({ id: tables.file.id, name: tables.file.name })
  const objects = files.map(({ id: file_id }) => {
    const key = `${unique('added')}.webp`
    return { ...kept, storage: 'bundled' as const, key, url: `/demo/${key}`, file_id }
  })
  await db.insert(tables.file_object).values(objects)
  return files.map((one, at) => ({ ...one, url: objects[at]?.url ?? '' }))
}

/** Returns a file with the path of its URL, as records store the URL. */
const stored = (one: Stored) => ({ ...one, url: new URL(one.url).pathname })

const folder = async (name = unique('夹')) => (await api('POST /cms/file/folder', { token, body: { name } })).body

type Line = Record<string, string | number>

async function sendLines(lines: Line[], fields: Record<string, string> = {}, as = token) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([stringify(lines, { header: true })]), 'products.csv')
  return send<{ id: number; warnings: number; doubtful: number; left: number; counts: Record<string, number> }>(
    'POST',
    '/cms/product/import',
    { token: as, raw: form },
  )
}

async function started(lines: Line[], fields: Record<string, string> = {}, as = token) {
  const reply = await sendLines(lines, fields, as)
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

const rowsOf = async (id: number, query = {}) =>
  (await api('GET /cms/product/import/{id}/row', { params: { id }, query: { size: 100, ...query }, token })).body.items

async function errorsOf(lines: Line[], fields: Record<string, string> = {}, as = token) {
  const rows = await rowsOf((await started(lines, fields, as)).id)
  return rows.flatMap(({ errors }) => errors.map(({ column, code, value }) => `${column} ${code} ${value}`))
}

const apply = (id: number, body: object = {}) =>
  api('POST /cms/product/import/{id}/apply', { params: { id }, body, token })

async function productNamed(name: string) {
  const [row] = await (await database()).select().from(tables.product).where(eq(tables.product.name, name))
  return row
}

async function productWith(id: number) {
  const [row] = await (await database()).select().from(tables.product).where(eq(tables.product.id, id))
  return row
}

const fresh = (values: Line = {}): Line => ({
  name: unique('新'),
  category: category.name,
  price_yuan: '10',
  status: 'on_sale',
  images: '',
  ...values,
})

const file = async (path: string) => {
  const request = new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
  const lines: Record<string, string>[] = parseCsv(await (await dispatch(request)).text(), { columns: true, bom: true })
  return lines
}

describe('the pictures of a line', () => {
  test('are files by name in their order, in any case and width, of a new and of an existing product', async () => {
    const mark = unique('LJ')
    const [first, second] = [await upload(`${mark}.jpg`), await upload(`${mark}-2.jpg`)]
    const line = fresh({ images: ` ${mark}-2.jpg | ${mark.toUpperCase()}．JPG ` })
    const existing = await newProduct({ images: [], status: 'draft' })
    const { id } = await started(
      [line, { name: '', product_id: existing.id, images: `${mark}.jpg`, status: 'on_sale' }]
        .map((one) => ({ product_id: '', sku_id: '', ...one }))
        .map((one, at) => (at === 1 ? { ...one, sku_id: existing.sku.id } : one)),
    )
    expect((await rowsOf(id)).map(({ changes }) => changes.images)).toEqual([
      [null, `${mark}-2.jpg|${mark}.jpg`],
      [null, `${mark}.jpg`],
    ])
    expect((await apply(id)).body).toMatchObject({ done: 2, counts: { error: 0 } })
    expect(await productNamed(String(line.name))).toMatchObject({
      status: 'on_sale',
      images: [second.url, first.url],
    })
    expect(await productWith(existing.id)).toMatchObject({ status: 'on_sale', images: [first.url] })
    expect(await api('DELETE /cms/file/{id}', { token, params: { id: second.id } })).toMatchObject({
      status: 409,
      problem: { code: 'in_use' },
    })
  })

  test('are the first 20 of a folder, by name', async () => {
    const { id: folder_id, name } = await folder()
    const names = Array.from({ length: 21 }, (_, at) => `${String(20 - at).padStart(2, '0')}.jpg`)
    const all = await add(names, folder_id)
    const line = fresh({ images: name })
    await apply((await started([line])).id)
    expect((await productNamed(String(line.name)))?.images).toEqual(
      all
        .reverse()
        .slice(0, 20)
        .map(({ url }) => url),
    )
    expect(await errorsOf([fresh({ images: (await folder('空夹')).name })])).toEqual(['images empty 空夹'])
  })

  test('are looked up among the given pictures, then in the given folder, then in all files', async () => {
    const [a, b, name] = [await folder(), await folder(), `${unique('同名')}.jpg`]
    const [inA, inB] = [await upload(name, { folder_id: a.id }), await upload(name, { folder_id: b.id })]
    const elsewhere = await upload(`${unique('别处')}.jpg`)
    expect(await errorsOf([fresh({ images: name })])).toEqual([`images ambiguous ${name}`])
    const imagesWith = async (images: string, fields: Record<string, string>) => {
      const line = fresh({ images })
      await apply((await started([line], fields)).id)
      return (await productNamed(String(line.name)))?.images
    }
    expect(await imagesWith(`${name}|${elsewhere.name}`, { folder_id: String(a.id) })).toEqual([inA.url, elsewhere.url])
    const pictures = JSON.stringify({ [name]: inB.id })
    expect(await imagesWith(name, { folder_id: String(a.id), pictures })).toEqual([inB.url])
    // The same content was uploaded before, under another name.
    const content = await picture()
    const before = await upload(`${unique('旧')}.jpg`, { content })
    const again = await upload('LJ-50.jpg', { content })
    expect(again).toMatchObject({ id: before.id, duplicate: true })
    const both = JSON.stringify({ 'LJ-50.jpg': again.id, 'LJ-51.jpg': again.id })
    expect(await imagesWith('lj-50.JPG|LJ-51.jpg', { pictures: both })).toEqual([before.url])
  })

  test('have each kind of fault with the names', async () => {
    const mark = unique('错')
    const one = await upload(`${mark}.jpg`)
    const pdf = await upload(`${mark}.pdf`, { content: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n') })
    expect(pdf.id).toBeGreaterThan(0)
    const many = Array.from({ length: 21 }, (_, at) => `${mark}-${at}.jpg`)
    await add(many)
    expect(
      await errorsOf([
        fresh({ images: `${one.name}|${mark}-x.jpg|${mark}-y.jpg` }),
        fresh({ images: `${mark}.pdf` }),
        fresh({ images: `${one.name}|${one.name}` }),
        fresh({ images: many.join('|') }),
      ]),
    ).toEqual([
      `images not_found ${mark}-x.jpg|${mark}-y.jpg`,
      `images invalid_type ${mark}.pdf`,
      `images duplicate ${one.name}`,
      `images too_big ${mark}-20.jpg`,
    ])
    const line = { ...fresh(), spec_1: '色', product_key: 'k' }
    expect(
      await errorsOf([
        { ...line, value_1: '红', images: one.name },
        { ...line, value_1: '白', images: many[0] ?? '' },
      ]),
    ).toEqual(['null incomplete null', `images ambiguous ${many[0]}`])
    const weaker = await newStaff(['cms.product.import'])
    expect(await errorsOf([fresh({ images: one.name })], {}, weaker.token)).toEqual([`images forbidden ${one.name}`])
    expect(await sendLines([fresh()], { folder_id: '2000000000' })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'folder_id', code: 'not_found' }] },
    })
    expect(await sendLines([fresh()], { pictures: '{' })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'pictures', code: 'invalid_format' }] },
    })
  })

  test('must still exist when they are applied; other content of the same file is taken as it is then', async () => {
    const [gone, replaced] = [await upload(`${unique('删')}.jpg`), await upload(`${unique('换')}.jpg`)]
    const [first, second] = [fresh({ images: gone.name }), fresh({ images: replaced.name })]
    const { id } = await started([first, second])
    await api('DELETE /cms/file/{id}', { token, params: { id: gone.id } })
    const raw = formWith(Uint8Array.from(await picture()), { name: 'x.jpg' })
    const { body } = await send<Stored>('POST', `/cms/file/${replaced.id}/replace`, { token, raw })
    expect((await apply(id)).body).toMatchObject({ done: 1, counts: { error: 1 } })
    expect((await rowsOf(id, { result: 'error' })).map(({ errors }) => errors)).toEqual([
      [{ column: 'images', code: 'not_found', value: gone.name }],
    ])
    expect(await productNamed(String(first.name))).toBeUndefined()
    expect((await productNamed(String(second.name)))?.images).toEqual([stored(body).url])
  })

  test('stay without the column, with an empty cell, and as they are exported, also if names are not unique', async () => {
    const [a, b, name] = [await folder(), await folder(), `${unique('双')}.jpg`]
    const [shown, other] = [...(await add([name], a.id)), ...(await add([name], b.id))]
    if (!shown || !other) throw new Error('no pictures')
    const { id, sku } = await newProduct({
      category_id: (await newCategory()).id,
      images: ['/demo/a.svg', shown.url],
    })
    const { category_id } = (await productWith(id)) ?? {}
    const exported = await file(`/cms/product?format=csv&category_id=${category_id}`)
    expect(exported).toMatchObject([{ images: `/demo/a.svg|${name}` }])
    for (const lines of [exported, [{ product_id: id, sku_id: sku.id, images: '' }]])
      expect(await started(lines)).toMatchObject({ counts: { unchanged: 1 }, warnings: 0, left: 0 })
    // In a given folder, the same name is another picture.
    const line = { product_id: id, sku_id: sku.id, images: name }
    await apply((await started([line], { folder_id: String(b.id) })).id)
    expect((await productWith(id))?.images).toEqual([other.url])
    expect(await started([line], { folder_id: String(b.id) })).toMatchObject({ counts: { unchanged: 1 } })
    const change = await started([line], { folder_id: String(a.id) })
    expect(change).toMatchObject({ counts: { update: 1 } })
    await apply(change.id)
    expect((await productWith(id))?.images).toEqual([shown.url])
  })
})

describe('a product without a picture', () => {
  test('becomes a draft instead of going on sale, with a warning that does not need consent', async () => {
    const off = await newProduct({ images: [], status: 'off_sale' })
    const draft = await newProduct({ images: [], status: 'draft' })
    const ids = { product_id: '', sku_id: '' }
    const line = fresh()
    const { id, ...counts } = await started([
      { ...ids, ...line },
      { ...ids, ...fresh({ status: 'draft' }) },
      { ...fresh({ name: '', category: '', price_yuan: '' }), product_id: off.id, sku_id: off.sku.id },
      { ...fresh({ name: '', category: '', price_yuan: '' }), product_id: draft.id, sku_id: draft.sku.id },
    ])
    expect(counts).toMatchObject({
      counts: { create: 2, update: 1, unchanged: 1, error: 0 },
      warnings: 3,
      doubtful: 0,
      left: 3,
    })
    const warning = { column: 'status', code: 'no_image_draft' }
    expect((await rowsOf(id)).map(({ warnings }) => warnings)).toEqual([[warning], [], [warning], [warning]])
    expect((await rowsOf(id, { warnings: 'true' })).map((row) => row.line)).toEqual([2, 4, 5])
    expect((await rowsOf(id, { warnings: 'false' })).map((row) => row.line)).toEqual([3])
    expect((await apply(id)).body).toMatchObject({ done: 3, left: 0, warnings: 3, counts: { error: 0 } })
    expect(await productNamed(String(line.name))).toMatchObject({ status: 'draft', images: [] })
    expect(await productWith(off.id)).toMatchObject({ status: 'draft' })
  })

  test('has its warnings beside the errors of the line, on the page and in the file', async () => {
    const { id, ...counts } = await started([fresh({ price_yuan: 'x' }), fresh()])
    expect(counts).toMatchObject({ counts: { create: 1, error: 1 }, warnings: 2 })
    expect(await rowsOf(id, { result: 'error' })).toMatchObject([
      { errors: [{ column: 'price_yuan', code: 'invalid_format' }], warnings: [{ code: 'no_image_draft' }] },
    ])
    const path = `/cms/product/import/${id}/row?format=csv`
    expect(await file(path)).toMatchObject([
      { error: 'price_yuan: invalid_format', warning: 'status: no_image_draft' },
      { error: '', warning: 'status: no_image_draft' },
    ])
    expect(await file(`${path}&result=error`)).toHaveLength(1)
    const labeled = await file(`${path}&warnings=true&labels=en`)
    expect(labeled).toMatchObject([
      { Error: expect.stringMatching(/^Price/), Warning: expect.stringMatching(/^Status: .*draft/) },
      { Error: '', Warning: expect.stringMatching(/draft/) },
    ])
    // Mended and sent again, the columns of errors and warnings are ignored.
    const again = await started(labeled.map((line) => ({ ...line, 'Price (yuan)': '5' })))
    expect(again).toMatchObject({ counts: { create: 2, error: 0 }, warnings: 2, ignored_columns: [] })
  })
})
