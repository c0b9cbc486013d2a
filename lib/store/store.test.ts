import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { newStaff, unique } from '@/lib/server/testing/factories'

const place = { phone: '0571-8888 8888', province: '浙江省', city: '杭州市', detail: '青梧路 18 号' }
const inputOf = (further: object = {}) => ({ name: unique('s-'), ...place, ...further })

crudContract('/cms/store', {
  body: () => inputOf({ district: '拱墅区', hours: '每天 9:00–18:00', enabled: true }),
  change: { phone: '400-820-8820', detail: '新街 2 号', hours: '', enabled: false },
  unique: 'name',
})

let token: string
beforeAll(async () => {
  const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.store.${verb}`)
  token = (await newStaff(codes)).token
})

const create = (further: object = {}) => api('POST /cms/store', { token, body: inputOf(further) })
const update = (id: number, body: object) => api('PUT /cms/store/{id}', { token, params: { id }, body })
const read = (id: number) => api('GET /cms/store/{id}', { token, params: { id } })
const refusedAt = (name: string, code: string) => ({
  status: 400,
  problem: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
})

describe('the city of a store', () => {
  test('has a code, in every answer', async () => {
    const { body } = await create({ province: '浙江', city: '杭州' })
    const { items } = (await api('GET /cms/store', { token, query: { q: body.name } })).body
    expect([body, (await read(body.id)).body, ...items].map((one) => one.region_code)).toEqual([
      '330100',
      '330100',
      '330100',
    ])
    expect((await update(body.id, { province: '西藏', city: '拉萨' })).body.region_code).toBe('540100')
  })

  test.each([
    ['湖北省', '仙桃市', '', '429000'],
    ['湖北省', '', '仙桃市', '429000'],
    ['浙江省', '义乌市', '', '330700'],
    ['山东省', '莱芜市', '', '370100'],
    ['臺灣省', '臺北市', '', '710100'],
    ['新疆', '巴州', '', '652800'],
  ])('%s “%s” “%s” has the code %s', async (province, city, district, region_code) => {
    expect(await create({ province, city, district })).toMatchObject({ status: 201, body: { region_code } })
  })

  test('is in the list of regions', async () => {
    expect(await create({ city: '海底' })).toMatchObject(refusedAt('city', 'unknown_region'))
    expect(await create({ province: '加州' })).toMatchObject(refusedAt('city', 'unknown_region'))
    const { body } = await create()
    // 拉萨 is no city of 浙江.
    expect(await update(body.id, { city: '拉萨市' })).toMatchObject(refusedAt('city', 'unknown_region'))
    expect((await read(body.id)).body).toEqual(body)
  })
})

test.each([
  ['0571-8888 8888', 201],
  ['13800001024', 201],
  ['400-820-8820', 201],
  ['+86 571 8888 8888', 201],
  ['0571-8888 8888-8003', 201],
  ['', 400],
  ['1234', 400],
  ['call us', 400],
  ['0571-8888 8888 0571-8888 8888', 400],
])('of the phone number “%s”, the answer is %i', async (phone, status) => {
  const reply = await create({ phone })
  expect(reply.status).toBe(status)
  if (status === 201) expect(reply.body.phone).toBe(phone)
  else expect(reply.problem.invalid_params[0]?.name).toBe('phone')
})

test('customers see the enabled stores by name, without what only staff see', async () => {
  const name = unique('s-')
  const [second, first] = [(await create({ name: `${name}-b` })).body, (await create({ name: `${name}-a` })).body]
  const hidden = (await create({ name: `${name}-c`, enabled: false })).body
  const shown = async () => (await api('GET /v1/store')).body.filter((one) => one.name.startsWith(name))
  expect(await shown()).toEqual([first, second].map(({ id, name }) => publicOf(id, name)))
  await update(hidden.id, { enabled: true })
  await update(first.id, { enabled: false })
  expect((await shown()).map(({ id }) => id)).toEqual([second.id, hidden.id])
})

const publicOf = (id: number, name: string) => ({ ...place, id, name, district: '', hours: '', region_code: '330100' })

test('the history has the phone number', async () => {
  const { id } = (await create()).body
  await update(id, { phone: '0571-8888 0000' })
  const { items } = (await api('GET /cms/store/{id}/history', { token, params: { id } })).body
  expect(items[0]).toMatchObject({ before: { phone: place.phone }, after: { phone: '0571-8888 0000' } })
})

test('users without the permission neither read nor write', async () => {
  const { id } = (await create()).body
  const reader = await newStaff(['cms.store.list'])
  expect((await api('GET /cms/store', { token: reader.token })).status).toBe(200)
  expect((await api('POST /cms/store', { token: reader.token, body: inputOf() })).status).toBe(403)
  const remove = { token: reader.token, params: { id } }
  expect((await api('PUT /cms/store/{id}', { ...remove, body: { hours: '' } })).status).toBe(403)
  expect((await api('DELETE /cms/store/{id}', remove)).status).toBe(403)
  const other = await newStaff(['cms.product.list'])
  expect((await api('GET /cms/store', { token: other.token })).status).toBe(403)
})
