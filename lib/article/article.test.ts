import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { article } from '@/db/schema/article'
import { signatureOf } from '@/lib/kit/signature'
import { api, send } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'

crudContract('/cms/article', {
  body: () => ({ title: unique('文章'), type: 2, author: '阿筠', summary: '两行\n摘要', content: '<p>正文。</p>' }),
  change: { title: '改过的标题', author: '老陆', type: 3, published_at: '2031-01-01T00:00:00.000Z' },
})

let token: string
let id_of_staff: number
beforeEach(async () => {
  const staff = await newStaff(['list', 'create', 'update', 'delete'].map((verb) => `cms.article.${verb}`))
  token = staff.token
  id_of_staff = staff.id
})

const post = async (body: object = {}) =>
  (await api('POST /cms/article', { token, body: { title: unique('文章'), content: '<p>正文</p>', ...body } })).body
const put = (id: number, body: object) => api('PUT /cms/article/{id}', { token, params: { id }, body })
const shown = (id: number, query: Record<string, string> = {}) => api('GET /v1/article/{id}', { params: { id }, query })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the content', () => {
  test('is cleaned and counted on creation and on change, and is not in the list', async () => {
    const created = await post({ content: '<p onclick="x()">两字 two words<script>alert(1)</script></p>' })
    expect(created).toMatchObject({ content: '<p>两字 two words</p>', words: 4 })
    const changed = await put(created.id, { content: '<p>新<iframe src="https://example.com"></iframe></p>' })
    expect(changed.body).toMatchObject({ content: '<p>新</p>', words: 1, excerpt: '新' })
    expect((await put(created.id, { author: '阿筠' })).body).toMatchObject({ content: '<p>新</p>', words: 1 })
    const { items } = (await api('GET /cms/article', { token, query: { size: 100 } })).body
    const row = items.find(({ id }) => id === created.id)
    expect(row).toMatchObject({ words: 1 })
    expect(row).not.toHaveProperty('content')
  })

  test('a draft may be without content, and a published article may not', async () => {
    const title = unique('草稿')
    const { status, body } = await api('POST /cms/article', { token, body: { title } })
    expect([status, body.content, body.words, body.status]).toEqual([201, '', 0, 'draft'])
    const refused = { status: 400, problem: { invalid_params: [{ in: 'body', name: 'content', code: 'required' }] } }
    for (const content of [undefined, '', '<p> </p>']) {
      const published = { title: unique('空'), status: 'published' as const, content }
      expect(await api('POST /cms/article', { token, body: published })).toMatchObject(refused)
      expect(await put(body.id, { status: 'published', content })).toMatchObject(refused)
    }
    expect((await put(body.id, { status: 'published', content: '<p>写好了</p>' })).status).toBe(200)
    expect(await put(body.id, { content: '' })).toMatchObject(refused)
    const versions = (await api('GET /cms/article/{id}/version', { token, params: { id: body.id } })).body
    const params = { id: body.id, vid: versions.at(-1)?.id ?? 0 }
    expect(
      await api('POST /cms/article/{id}/version/{vid}/restore', { token, params, body: { version: 2 } }),
    ).toMatchObject(refused)
    expect((await put(body.id, { status: 'offline', content: '' })).status).toBe(200)
  })

  test('content that is too long is refused at its field', async () => {
    const body = { title: unique('长'), content: 'x'.repeat(200_001) }
    expect(await api('POST /cms/article', { token, body })).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'content', code: 'too_big' }] },
    })
  })

  test('its beginning replaces an empty summary, also after a change', async () => {
    const { id, summary } = await post({ status: 'published', content: `<h2>标题</h2><p>${'长'.repeat(130)}</p>` })
    expect(summary).toBe('')
    expect((await shown(id)).body.summary).toBe(`标题 ${'长'.repeat(117)}…`)
    await put(id, { content: '<p>短</p>' })
    expect((await shown(id)).body.summary).toBe('短')
    await put(id, { summary: '自己写的' })
    expect((await shown(id)).body.summary).toBe('自己写的')
  })

  test('the cover is a picture, or none', async () => {
    const { id, image_url } = await post({ image_url: 'http://localhost:3000/demo/a-about-us.webp' })
    expect(image_url).toBe('http://localhost:3000/demo/a-about-us.webp')
    const [row] = await (await database()).select().from(article).where(eq(article.id, id))
    expect(row?.image_url).toBe('/demo/a-about-us.webp')
    expect((await put(id, { image_url: null })).body.image_url).toBe(null)
  })
})

describe('publishing', () => {
  test('sets the time once: an article that is taken offline and published again keeps it', async () => {
    const { id, status, published_at: none } = await post()
    expect([status, none]).toEqual(['draft', null])
    const { published_at } = (await put(id, { status: 'published' })).body
    expect(Math.abs(Date.parse(published_at ?? '') - Date.now())).toBeLessThan(60_000)
    expect((await shown(id)).status).toBe(200)
    await put(id, { status: 'offline' })
    expect((await shown(id)).status).toBe(404)
    expect((await put(id, { status: 'published' })).body.published_at).toBe(published_at)
  })

  test('with a future time shows the article from that time on', async () => {
    const { id, published_at } = await post({ status: 'published', published_at: day(1) })
    expect(Date.parse(published_at ?? '')).toBeGreaterThan(Date.now())
    const listed = async () => (await api('GET /v1/article', { query: { size: 100 } })).body.items.map((one) => one.id)
    expect((await shown(id)).status).toBe(404)
    expect(await listed()).not.toContain(id)
    await put(id, { published_at: new Date(Date.now() - 1_000).toISOString() })
    expect((await shown(id)).status).toBe(200)
    expect(await listed()).toContain(id)
  })

  test('keeps a time that was chosen for a draft; without one, the time is now', async () => {
    const { id } = await post({ published_at: day(2) })
    const scheduled = (await put(id, { status: 'published' })).body
    expect(Date.parse(scheduled.published_at ?? '')).toBeGreaterThan(Date.now())
    expect((await put(id, { published_at: null })).body.published_at).not.toBe(null)
    expect((await shown(id)).status).toBe(200)
  })
})

describe('versions', () => {
  const versions = async (id: number) => (await api('GET /cms/article/{id}/version', { token, params: { id } })).body
  const contentOf = (id: number, vid = 0) => api('GET /cms/article/{id}/version/{vid}', { token, params: { id, vid } })

  test('the last 20 contents are kept with author and time; the first is the current one', async () => {
    const { id } = await post({ content: '<p>版 0</p>' })
    expect(await versions(id)).toMatchObject([{ excerpt: '版 0', words: 2, saved_by: { id: id_of_staff } }])
    for (let edit = 1; edit <= 21; edit++) await put(id, { content: `<p>版 ${edit}</p>` })
    const kept = await versions(id)
    expect(kept.map(({ excerpt }) => excerpt)).toEqual(Array.from({ length: 20 }, (_, index) => `版 ${21 - index}`))
    expect((await contentOf(id, kept.at(-1)?.id)).body).toMatchObject({ content: '<p>版 2</p>', words: 2 })
  })

  test('a change of other fields, or to the same content, creates no version', async () => {
    const { id } = await post()
    await put(id, { title: '别的标题', status: 'published' })
    await put(id, { content: '<p>正文</p>' })
    expect(await versions(id)).toHaveLength(1)
  })

  test('concurrent changes keep the last 20 versions of their own article only', async () => {
    const [one, other] = [await post(), await post()]
    await Promise.all(Array.from({ length: 24 }, (_, edit) => put(one.id, { content: `<p>同时 ${edit}</p>` })))
    const kept = await versions(one.id)
    expect(kept).toHaveLength(20)
    const { body } = await api('GET /cms/article/{id}', { token, params: { id: one.id } })
    expect((await contentOf(one.id, kept[0]?.id)).body.content).toBe(body.content)
    expect(await versions(other.id)).toHaveLength(1)
  })

  const restore = (id: number, vid: number, version: number) =>
    api('POST /cms/article/{id}/version/{vid}/restore', { token, params: { id, vid }, body: { version } })

  test('restoring writes the content as a new version, and leaves other fields unchanged', async () => {
    const { id } = await post({ content: '<p>一</p>' })
    const changed = (await put(id, { title: '新标题', content: '<p>二 二</p>' })).body
    const [, first] = await versions(id)
    const { body } = await restore(id, first?.id ?? 0, changed.version)
    expect(body).toMatchObject({ title: '新标题', content: '<p>一</p>', words: 1, excerpt: '一', version: 3 })
    expect((await versions(id)).map(({ excerpt }) => excerpt)).toEqual(['一', '二 二', '一'])
  })

  test('a repeated restoration with the same Idempotency-Key is done once', async () => {
    const { id } = await post({ content: '<p>一</p>' })
    const { version } = (await put(id, { content: '<p>二</p>' })).body
    const [, first] = await versions(id)
    const params = { id, vid: first?.id ?? 0 }
    const request = { token, params, body: { version }, headers: { 'idempotency-key': 'one-restoration' } }
    const restoreOnce = () => api('POST /cms/article/{id}/version/{vid}/restore', request)
    const [one, again] = [await restoreOnce(), await restoreOnce()]
    expect([one.status, again.text]).toEqual([200, one.text])
    expect(await versions(id)).toHaveLength(3)
  })

  test('restoring uses the current picture of a replaced file, and leaves out the picture of a deleted file', async () => {
    const codes = ['create', 'update', 'delete'].map((verb) => `cms.file.${verb}`)
    const { token: keeper } = await newStaff(codes)
    type FileBody = { id: number; url: string; variants: Record<string, string> }
    const upload = async (path: string, width: number) =>
      (await send<FileBody>('POST', path, { token: keeper, raw: formWith(Uint8Array.from(await picture({ width }))) }))
        .body
    const [replaced, deleted] = [await upload('/cms/file', 500), await upload('/cms/file', 300)]
    const own = 'http://localhost:3000/demo/a-about-us.webp'
    const sources = [replaced.url, replaced.variants[480], replaced.variants[160], deleted.url, own]
    const textWith = (urls: (string | undefined)[], linked: string) =>
      `${urls.map((url) => `<p>图${url ? `<img src="${url}" alt="茶">` : ''}</p>`).join('')}<p><a href="${linked}" rel="noopener nofollow">大图</a></p>`
    const { id } = await post({ content: textWith(sources, replaced.url) })
    const changed = (await put(id, { content: '<p>二</p>' })).body
    const now = await upload(`/cms/file/${replaced.id}/replace`, 400)
    await api('DELETE /cms/file/{id}', { token: keeper, params: { id: deleted.id } })
    const [, first] = await versions(id)
    const { status, body } = await restore(id, first?.id ?? 0, changed.version)
    expect(status).toBe(200)
    expect(body).toMatchObject({ removed_images: 1, words: 7 })
    // The new picture is too narrow for the wider variant.
    const expected = [now.url, now.url, now.variants[160], undefined, own]
    expect(body.content).toBe(textWith(expected, now.url))
    expect((await contentOf(id, first?.id)).body.content).toContain(new URL(deleted.url).pathname)
  })

  test('restoring uses the current files of a video, and leaves out a video whose file was deleted', async () => {
    const { token: keeper } = await newStaff(['list', 'create', 'update', 'delete'].map((verb) => `cms.file.${verb}`))
    const upload = async (path: string, width: number) => {
      const raw = formWith(Uint8Array.from(await picture({ width })))
      return (await send<{ id: number; url: string }>('POST', path, { token: keeper, raw })).body
    }
    // A source has the rule of pictures, whatever the type of the file.
    const [source, poster, deleted] = [
      await upload('/cms/file', 210),
      await upload('/cms/file', 220),
      await upload('/cms/file', 230),
    ]
    const videos = [[source.url, poster.url], [source.url, deleted.url], [deleted.url]]
    const content = videos.map(
      ([src, poster]) => `<p><video src="${src}"${poster ? ` poster="${poster}"` : ''}></video></p>`,
    )
    const { id } = await post({ content: content.join('') })
    for (const file of [source, poster, deleted]) {
      const uses = await api('GET /cms/file/{id}/uses', { token: keeper, params: { id: file.id } })
      expect(uses.body.items).toMatchObject([{ table: 'article', field: 'content' }])
    }
    const changed = (await put(id, { content: '<p>二</p>' })).body
    const now = await upload(`/cms/file/${source.id}/replace`, 240)
    await api('DELETE /cms/file/{id}', { token: keeper, params: { id: deleted.id } })
    const [, first] = await versions(id)
    const { body } = await restore(id, first?.id ?? 0, changed.version)
    expect(body.removed_images).toBe(1)
    const fixed = 'controls preload="metadata" playsinline'
    const link = (shown: string) => `<a href="${now.url}" rel="noopener nofollow">${shown}</a>`
    expect(body.content).toBe(
      `<p><video src="${now.url}" poster="${poster.url}" ${fixed}>${link(`<img src="${poster.url}">`)}</video></p>` +
        `<p><video src="${now.url}" ${fixed}>${link('▶')}</video></p><p></p>`,
    )
  })

  test('restoring with a stale version is refused, and so is the version of another article', async () => {
    const [{ id }, other] = [await post(), await post()]
    const [current] = await versions(id)
    await put(id, { content: '<p>二</p>' })
    expect(await restore(id, current?.id ?? 0, 1)).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    const missing = { status: 404, problem: { code: 'not_found' } }
    expect(await restore(other.id, current?.id ?? 0, 1)).toMatchObject(missing)
    expect(await contentOf(other.id, current?.id)).toMatchObject(missing)
    expect(await versions(other.id)).toHaveLength(1)
  })

  test('are deleted with their article', async () => {
    const { id } = await post()
    const [version] = await versions(id)
    await api('DELETE /cms/article/{id}', { token, params: { id } })
    expect((await contentOf(id, version?.id)).status).toBe(404)
    expect((await api('GET /cms/article/{id}/version', { token, params: { id } })).status).toBe(404)
  })
})

describe('a preview link', () => {
  const link = async (id: number) => (await api('POST /cms/article/{id}/preview', { token, params: { id } })).body
  const tokenIn = (url: string) => new URL(url).searchParams.get('preview') ?? ''

  test('shows a draft for one hour, and is not cached', async () => {
    const { id, title } = await post()
    const { url, expires_at } = await link(id)
    expect(url).toMatch(new RegExp(`^http://localhost:3000/article/${id}\\?preview=`))
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000)).toBeLessThan(10_000)
    const reply = await shown(id, { preview: tokenIn(url) })
    expect(reply).toMatchObject({ status: 200, body: { id, title, published_at: expect.any(String) } })
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    expect(reply.headers.has('etag')).toBe(false)
    expect((await shown(id)).status).toBe(404)
  })

  test('that is forged, expired, or for another article or purpose shows the published article', async () => {
    const [draft, other] = [await post(), await post({ status: 'published' })]
    const good = tokenIn((await link(draft.id)).url)
    const [expires = '', signature = ''] = good.split('.')
    const past = Math.floor(Date.now() / 1_000) - 1
    const wrong = [
      tokenIn((await link(other.id)).url),
      `${Number(expires) + 1}.${signature}`,
      `0${good}`,
      `${expires}.${'A'.repeat(43)}`,
      `${past}.${signatureOf('article_preview', `${draft.id}.${past}`)}`,
      `${expires}.${signatureOf('known_device', `${draft.id}.${expires}`)}`,
      'x',
      '',
    ]
    for (const preview of wrong) {
      expect(await shown(draft.id, { preview })).toMatchObject({ status: 404, problem: { code: 'not_found' } })
      const published = await shown(other.id, { preview: `${preview}1` })
      expect(published.status).toBe(200)
      expect(published.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('does not change the caching of answers without it', async () => {
    const { id } = await post({ status: 'published' })
    expect((await shown(id)).headers.get('cache-control')).toMatch(/^public/)
  })
})

test('the list is filtered and sorted', async () => {
  const mark = unique('批')
  for (const [index, type] of [1, 2, 2].entries()) await post({ title: `${mark}${index}`, type, author: `${mark}作者` })
  const list = async (query: object) =>
    (await api('GET /cms/article', { token, query: { q: mark, ...query } })).body.items.map(({ title }) =>
      title.slice(-1),
    )
  expect(await list({ type: 2, sort: 'title' })).toEqual(['1', '2'])
  expect(await list({ sort: '-title' })).toEqual(['2', '1', '0'])
  expect(await list({ q: `${mark}作者`, status: 'draft', sort: 'title' })).toEqual(['0', '1', '2'])
})
