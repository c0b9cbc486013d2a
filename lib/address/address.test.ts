import { describe, expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { addressInput, newCustomer, resetParameter, setParameters } from '@/lib/server/testing/factories'

const add = (token: string, more: object = {}) => api('POST /v1/address', { token, body: { ...addressInput, ...more } })
const list = async (token: string) => (await api('GET /v1/address', { token })).body
const defaults = async (token: string) => (await list(token)).filter(({ is_default }) => is_default).map(({ id }) => id)

test.each([
  ['浙江省', '杭州市', '330100'],
  ['浙江', '杭州', '330100'],
  ['河北省', '省直辖县级行政区划', '130600'],
  ['加州', '洛杉矶', null],
])('the region of %s %s is %s, in every answer', async (province, city, region_code) => {
  const { token } = await newCustomer()
  const { body } = await add(token, { province, city, district: '定州市' })
  const params = { id: body.id }
  const changed = await api('PUT /v1/address/{id}', { token, params, body: { detail: '新街 2 号' } })
  const read = await api('GET /v1/address/{id}', { token, params })
  expect([body, changed.body, read.body, ...(await list(token))].map((one) => one.region_code)).toEqual(
    Array.from({ length: 4 }, () => region_code),
  )
  const moved = await api('PUT /v1/address/{id}', { token, params, body: { province: '西藏', city: '拉萨' } })
  expect(moved.body.region_code).toBe('540100')
})

test('the city is empty only where the district says it', async () => {
  const { token } = await newCustomer()
  const direct = { province: '湖北省', city: '', district: '仙桃市' }
  const { status, body } = await add(token, direct)
  expect([status, body]).toMatchObject([201, { ...direct, region_code: '429000' }])
  const refused = { status: 400, problem: { invalid_params: [{ name: 'city', code: 'unknown_region' }] } }
  expect(await add(token, { ...direct, district: '' })).toMatchObject(refused)
  const params = { id: body.id }
  expect(await api('PUT /v1/address/{id}', { token, params, body: { district: '' } })).toMatchObject(refused)
  expect((await list(token)).map(({ district }) => district)).toEqual(['仙桃市'])
})

describe('the default', () => {
  test('is the first address, even with is_default: false', async () => {
    const { token } = await newCustomer()
    const first = await add(token, { is_default: false })
    expect(first.status).toBe(201)
    expect(first.headers.get('location')).toBe(`/v1/address/${first.body.id}`)
    expect(first.body).toMatchObject({ ...addressInput, is_default: true, postal_code: null })
    expect((await add(token)).body.is_default).toBe(false)
  })

  test('moves to the address with is_default: true, and is listed first', async () => {
    const { token } = await newCustomer()
    const [first, second, third] = [
      (await add(token)).body,
      (await add(token)).body,
      (await add(token, { is_default: true })).body,
    ]
    expect(await defaults(token)).toEqual([third.id])
    await api('PUT /v1/address/{id}', { token, params: { id: first.id }, body: { is_default: true } })
    expect(await defaults(token)).toEqual([first.id])
    expect((await list(token)).map(({ id }) => id)).toEqual([first.id, third.id, second.id])
  })

  test('cannot be removed, only moved to another address', async () => {
    const { token } = await newCustomer()
    const { body } = await add(token)
    const reply = await api('PUT /v1/address/{id}', { token, params: { id: body.id }, body: { is_default: false } })
    expect(reply.body.is_default).toBe(true)
  })

  test('moves to the newest other address when its address is deleted', async () => {
    const { token } = await newCustomer()
    const [first, , third] = [(await add(token)).body, (await add(token)).body, (await add(token)).body]
    expect((await api('DELETE /v1/address/{id}', { token, params: { id: first.id } })).status).toBe(204)
    expect(await defaults(token)).toEqual([third.id])
    await api('DELETE /v1/address/{id}', { token, params: { id: third.id } })
    expect(await defaults(token)).toHaveLength(1)
  })
})

test('a change keeps the fields that it leaves out', async () => {
  const { token } = await newCustomer()
  const { body } = await add(token, { postal_code: '310013' })
  const changed = await api('PUT /v1/address/{id}', { token, params: { id: body.id }, body: { detail: '新街 2 号' } })
  expect(changed.body).toMatchObject({ ...addressInput, detail: '新街 2 号', postal_code: '310013' })
  const cleared = await api('PUT /v1/address/{id}', { token, params: { id: body.id }, body: { postal_code: null } })
  expect(cleared.body).toMatchObject({ detail: '新街 2 号', postal_code: null })
})

test('the number of addresses is limited by the setting', async () => {
  await setParameters({ 'address.max': 2 })
  const { token } = await newCustomer()
  expect([(await add(token)).status, (await add(token)).status]).toEqual([201, 201])
  expect(await add(token)).toMatchObject({ status: 409, problem: { code: 'limit_reached' } })
  await resetParameter('address.max')
})

test.each([
  ['', 'too_small'],
  ['12', 'invalid_format'],
])('the mobile number “%s” is refused as %s', async (mobile, code) => {
  const { token } = await newCustomer()
  const { status, body } = await api('POST /v1/address', { token, body: { ...addressInput, mobile } })
  expect([status, body]).toMatchObject([400, { invalid_params: [{ name: 'mobile', code }] }])
})
