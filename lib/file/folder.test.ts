import { beforeAll, describe, expect, test } from 'vitest'
import { api, send } from '@/lib/server/testing/api'
import { newStaff, unique } from '@/lib/server/testing/factories'
import { formWith, picture } from '@/lib/server/testing/pictures'

let token: string
beforeAll(async () => {
  token = (await newStaff(['list', 'create', 'update', 'delete'].map((verb) => `cms.file.${verb}`))).token
})

const post = (name: string, parent_id: number | null = null) =>
  api('POST /cms/file/folder', { token, body: { name, parent_id } })
const created = async (parent_id: number | null = null) => (await post(unique('夹'), parent_id)).body
const put = (id: number, body: object) => api('PUT /cms/file/folder/{id}', { token, params: { id }, body })
const remove = (id: number, move_to?: number) =>
  api('DELETE /cms/file/folder/{id}', { token, params: { id }, ...(move_to !== undefined && { query: { move_to } }) })
const tree = async () => (await api('GET /cms/file/folder', { token })).body
const upload = async (folder_id: number) => {
  const raw = formWith(Uint8Array.from(await picture()), { folder_id: String(folder_id) })
  return (await send<{ id: number }>('POST', '/cms/file', { token, raw })).body.id
}
const fault = (name: string, code: string, place = 'body') => ({
  status: 400,
  problem: { invalid_params: [{ in: place, name, code }] },
})

describe('folders', () => {
  test('are a tree with the number of files in each', async () => {
    const parent = await created()
    const child = await created(parent.id)
    await upload(child.id)
    const node = (await tree()).find(({ id }) => id === parent.id)
    expect(node).toMatchObject({ file_count: 0, children: [{ id: child.id, file_count: 1, children: [] }] })
    expect((await api('GET /cms/file', { token, query: { folder_id: child.id } })).body.total).toBe(1)
    expect((await api('GET /cms/file', { token, query: { folder_id: parent.id } })).body.total).toBe(0)
  })

  test('have unique names within a folder', async () => {
    const [parent, name] = [await created(), unique('同')]
    expect((await post(name)).status).toBe(201)
    const taken = { status: 409, problem: { code: 'already_exists', invalid_params: [{ name: 'name' }] } }
    expect(await post(name)).toMatchObject(taken)
    const { body } = await post(name, parent.id)
    expect(await put(body.id, { parent_id: null })).toMatchObject(taken)
    expect((await put(body.id, { name: unique('异'), parent_id: null, version: 1 })).body.version).toBe(2)
    expect(await put(body.id, { name: unique('异'), version: 1 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version' },
    })
  })

  test('are at most five levels deep, and never below themselves', async () => {
    const chain = [await created()]
    while (chain.length < 5) chain.push(await created(chain.at(-1)?.id ?? null))
    const [top, second] = chain
    expect(await post(unique('深'), chain.at(-1)?.id)).toMatchObject(fault('parent_id', 'too_deep'))
    expect(await put(top?.id ?? 0, { parent_id: second?.id })).toMatchObject(fault('parent_id', 'cycle'))
    expect(await put(top?.id ?? 0, { parent_id: (await created()).id })).toMatchObject(fault('parent_id', 'too_deep'))
    expect(await post(unique('无'), 2_000_000_000)).toMatchObject(fault('parent_id', 'not_found'))
  })

  test('are deleted when they are empty, or after their content was moved', async () => {
    const [folder, other] = [await created(), await created()]
    const [child, file] = [await created(folder.id), await upload(folder.id)]
    expect(await remove(folder.id)).toMatchObject({ status: 409, problem: { code: 'in_use' } })
    expect(await remove(folder.id, folder.id)).toMatchObject(fault('move_to', 'cycle', 'query'))
    expect(await remove(folder.id, child.id)).toMatchObject(fault('move_to', 'cycle', 'query'))
    expect(await remove(folder.id, 2_000_000_000)).toMatchObject(fault('move_to', 'not_found', 'query'))
    expect((await remove(folder.id, other.id)).status).toBe(204)
    expect((await tree()).find(({ id }) => id === other.id)).toMatchObject({
      file_count: 1,
      children: [{ id: child.id }],
    })
    expect((await remove(other.id, 0)).status).toBe(204)
    expect((await api('GET /cms/file/{id}', { token, params: { id: file } })).body.folder_id).toBe(null)
    expect((await tree()).map(({ id }) => id)).toContain(child.id)
    expect((await remove(child.id)).status).toBe(204)
    expect((await remove(child.id)).status).toBe(404)
  })
})

describe('the list of files', () => {
  test('is filtered, sorted, and continued by cursor', async () => {
    const folder = await created()
    const ids = []
    for (let count = 0; count < 5; count++) ids.push(await upload(folder.id))
    for (const [at, id] of ids.entries())
      await api('PUT /cms/file/{id}', {
        token,
        params: { id },
        body: { name: `${'bdaec'[at]}.jpg`, alt: at === 2 ? '百分之百%' : '' },
      })
    const names = async (query: Record<string, string | number>) => {
      const { items, next_cursor } = (await api('GET /cms/file', { token, query: { folder_id: folder.id, ...query } }))
        .body
      return { names: items.map(({ name }) => name[0]).join(''), next_cursor }
    }
    expect((await names({})).names).toBe('ceadb')
    expect((await names({ sort: 'name' })).names).toBe('abcde')
    const first = await names({ sort: '-name', size: 2 })
    expect(first.names).toBe('ed')
    const second = await names({ sort: '-name', size: 2, cursor: first.next_cursor ?? '' })
    expect(second.names).toBe('cb')
    expect(await names({ sort: '-name', size: 2, cursor: second.next_cursor ?? '' })).toEqual({
      names: 'a',
      next_cursor: null,
    })
    expect((await names({ q: '百%' })).names).toBe('a')
    expect((await names({ q: 'E.JPG' })).names).toBe('e')
    expect((await names({ kind: 'video' })).names).toBe('')
    expect((await names({ unused: 0 })).names).toBe('ceadb')
    expect((await names({ unused: 1 })).names).toBe('')
    expect((await names({ uploader: 2_000_000_000 })).names).toBe('')
    expect((await names({ to: '2020-01-01T00:00:00Z' })).names).toBe('')
  })

  test('a changed name, text or folder is refused when it is outdated or not valid', async () => {
    const id = await upload((await created()).id)
    const change = (body: object) => api('PUT /cms/file/{id}', { token, params: { id }, body })
    expect((await change({ alt: '茶', version: 1 })).body).toMatchObject({ alt: '茶', version: 2 })
    expect(await change({ alt: '水', version: 1 })).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    expect(await change({ folder_id: 2_000_000_000 })).toMatchObject(fault('folder_id', 'not_found'))
    expect(await change({ name: 'a\u202eb' })).toMatchObject(fault('name', 'invalid_characters'))
  })
})
