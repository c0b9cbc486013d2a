import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { api, dispatch } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newCategory, newProduct, newStaff, newTemplate, unique } from '@/lib/server/testing/factories'

const rule = { regions: [] as string[], first: 1, first_fee: 800, next: 1, next_fee: 0 }
const [zhejiang, hangzhou, tibet] = ['330000', '330100', '540000']

let token: string
beforeAll(async () => {
  const codes = ['list', 'create', 'update', 'delete'].map((verb) => `cms.freight_template.${verb}`)
  token = (await newStaff([...codes, 'cms.product.list', 'cms.product.create', 'cms.product.update'])).token
})

const inputOf = (further: object = {}) => ({ name: unique('t-'), charge: 'piece' as const, rules: [rule], ...further })
const create = (further: object = {}) => api('POST /cms/freight_template', { token, body: inputOf(further) })
const update = (id: number, body: object) =>
  api('PUT /cms/freight_template/{id}', { token, params: { id }, body: { version: 1, ...body } })
const remove = (id: number) => api('DELETE /cms/freight_template/{id}', { token, params: { id } })

async function defaultIds() {
  const rows = await (await database())
    .select({ id: tables.freight_template.id })
    .from(tables.freight_template)
    .where(eq(tables.freight_template.is_default, true))
  return rows.map(({ id }) => id)
}

/** Makes the template of the migration the default again, and takes all products off sale. */
afterEach(async () => {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await tx.update(tables.product).set({ status: 'draft', freight_template_id: null })
    await tx.update(tables.freight_template).set({ is_default: false })
    await tx.update(tables.freight_template).set({ is_default: true }).where(eq(tables.freight_template.id, 1))
  })
  expect(await defaultIds()).toEqual([1])
})

crudContract('/cms/freight_template', { body: () => inputOf(), change: { free_pieces: 3 }, unique: 'name' })

describe('a template', () => {
  test('is created, read, changed and deleted', async () => {
    const rules = [
      { ...rule, regions: [zhejiang], free_amount: 9_900 },
      { ...rule, first_fee: 1_500, free_amount: null },
    ]
    const { status, body } = await create({ rules, no_delivery: [tibet], free_pieces: 3 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      charge: 'piece',
      rules,
      no_delivery: [tibet],
      free_amount: null,
      free_pieces: 3,
      free_needs: 'either',
      is_default: false,
      only_mainland: true,
      product_count: 0,
      version: 1,
    })
    const read = await api('GET /cms/freight_template/{id}', { token, params: { id: body.id } })
    expect(read.body).toEqual(body)
    expect((await update(body.id, { free_pieces: null })).body).toMatchObject({ free_pieces: null, version: 2 })
    expect((await update(body.id, { free_pieces: 4 })).problem.code).toBe('stale_version')
    expect((await remove(body.id)).status).toBe(204)
    expect((await remove(body.id)).status).toBe(404)
  })

  test('has a name of its own', async () => {
    const { body } = await create()
    expect((await create({ name: body.name.toUpperCase() })).problem).toMatchObject({
      code: 'already_exists',
      invalid_params: [{ name: 'name' }],
    })
  })

  test.each([
    ['no rule', { rules: [] }, 'rules', 'too_small'],
    ['an unknown region', { rules: [{ ...rule, regions: [zhejiang, '990000'] }] }, 'rules.0.regions.1', 'not_found'],
    ['a district', { rules: [{ ...rule, regions: ['330106'] }] }, 'rules.0.regions.0', 'not_found'],
    ['a region twice in a rule', { rules: [{ ...rule, regions: [tibet, tibet] }] }, 'rules.0.regions.1', 'duplicate'],
    [
      'a region in two rules',
      {
        rules: [
          { ...rule, regions: [zhejiang] },
          { ...rule, regions: [hangzhou, zhejiang] },
        ],
      },
      ...['rules.1.regions.1', 'duplicate'],
    ],
    ['two rules for all others', { rules: [rule, rule] }, 'rules.1.regions', 'duplicate'],
    [
      'a region with a rule and without delivery',
      { rules: [{ ...rule, regions: [tibet] }], no_delivery: [tibet] },
      ...['no_delivery.0', 'duplicate'],
    ],
    [
      'a rule for a municipality beside one for its only city',
      {
        rules: [
          { ...rule, regions: ['110100'] },
          { ...rule, regions: ['110000'] },
        ],
      },
      ...['rules.1.regions.0', 'duplicate'],
    ],
    [
      'a municipality without delivery beside a rule for its only city',
      { rules: [{ ...rule, regions: ['310100'] }], no_delivery: ['310000'] },
      ...['no_delivery.0', 'duplicate'],
    ],
    ['no first piece', { rules: [{ ...rule, first: 0 }] }, 'rules.0.first', 'too_small'],
    ['no step', { rules: [{ ...rule, next: 0 }] }, 'rules.0.next', 'too_small'],
    ['a negative fee', { rules: [{ ...rule, first_fee: -1 }] }, 'rules.0.first_fee', 'too_small'],
    ['a step of few grams', { charge: 'weight', rules: [{ ...rule, next: 99 }] }, 'rules.0.next', 'too_small'],
    ['free for nothing', { free_amount: 0 }, 'free_amount', 'too_small'],
    ['a word that is no field', { free: true }, 'free', 'unknown_field'],
  ] as [string, object, string, string][])('is refused with %s', async (_, further, name, code) => {
    const { id } = (await create()).body
    for (const reply of [await create(further), await update(id, further)])
      expect(reply).toMatchObject({ status: 400, problem: { invalid_params: [{ in: 'body', name, code }] } })
  })

  test('by weight has smaller steps after a change of the charge only', async () => {
    const { id } = (await create({ rules: [{ ...rule, next: 99 }] })).body
    expect((await update(id, { charge: 'weight' })).problem.invalid_params[0]).toMatchObject({
      name: 'rules.0.next',
      params: { minimum: 100 },
    })
    expect((await update(id, { charge: 'weight', rules: [{ ...rule, next: 100 }] })).status).toBe(200)
  })
})

describe('the default', () => {
  test('is exactly one template, and passes to another one', async () => {
    const { id } = (await create({ is_default: true })).body
    expect(await defaultIds()).toEqual([id])
    const other = (await create()).body
    expect((await update(other.id, { is_default: true })).body).toMatchObject({ is_default: true })
    expect(await defaultIds()).toEqual([other.id])
    // The form of the former default is outdated, and its history names the change.
    expect((await update(id, { free_pieces: 2 })).problem.code).toBe('stale_version')
    const history = await api('GET /cms/freight_template/{id}/history', { token, params: { id } })
    expect(history.body.items[0]).toMatchObject({ before: { is_default: true }, after: { is_default: false } })
  })

  test('is not given up and not deleted', async () => {
    const { id } = (await create({ is_default: true })).body
    expect((await update(id, { is_default: false })).problem).toMatchObject({
      invalid_params: [{ name: 'is_default', code: 'not_allowed' }],
    })
    expect((await remove(id)).problem.code).toBe('in_use')
    expect(await defaultIds()).toEqual([id])
  })
})

describe('a template of products', () => {
  const product = async (further: object) => {
    const { id: category_id } = await newCategory()
    const body = { category_id, name: unique('p-'), images: ['/demo/cup.svg'], skus: [{ price: 100 }], ...further }
    return api('POST /cms/product', { token, body })
  }

  test('exists', async () => {
    expect((await product({ freight_template_id: 2_000_000_000 })).problem).toMatchObject({
      code: 'invalid_request',
      invalid_params: [{ name: 'freight_template_id', code: 'not_found' }],
    })
  })

  test('is not deleted', async () => {
    const { id } = (await create()).body
    expect((await product({ freight_template_id: id })).body).toMatchObject({ freight_template_id: id })
    expect((await remove(id)).problem).toMatchObject({ code: 'in_use', detail: expect.stringContaining('1') })
    const { body } = await api('GET /cms/freight_template/{id}', { token, params: { id } })
    expect(body.product_count).toBe(1)
  })

  test('that charges by weight needs weights, for a product to be on sale', async () => {
    const { id } = (await create({ charge: 'weight', rules: [{ ...rule, next: 500 }] })).body
    const further = { freight_template_id: id, status: 'on_sale' }
    const missing = { status: 409, problem: { code: 'not_sellable', reasons: ['weight'] } }
    expect(await product(further)).toMatchObject(missing)
    const weighed = await product({ ...further, skus: [{ price: 100, weight_g: 300 }] })
    expect(weighed.status).toBe(201)
    const change = (of: number, body: object) => api('PUT /cms/product/{id}', { token, params: { id: of }, body })
    const { id: draft } = (await product({ freight_template_id: id })).body
    expect(await change(draft, { status: 'on_sale' })).toMatchObject(missing)
    const bulk = await api('POST /cms/product/bulk', { token, body: { ids: [draft], action: 'on_sale' } })
    expect(bulk.body.results).toMatchObject([{ ok: false, problem: { code: 'not_sellable', reasons: ['weight'] } }])
    const [sku] = weighed.body.skus
    expect(await change(weighed.body.id, { skus: [{ id: sku?.id, weight_g: null }] })).toMatchObject(missing)
    const usual = await product({ status: 'on_sale' })
    expect(await change(usual.body.id, { freight_template_id: id })).toMatchObject(missing)
    expect((await change(usual.body.id, { freight_template_id: null })).status).toBe(200)
  })

  test('that charges by weight needs no weight of a disabled SKU, until it is enabled', async () => {
    const { id } = (await create({ charge: 'weight', rules: [{ ...rule, next: 500 }] })).body
    const specs = [{ name: '尺码', values: [{ name: 'S' }, { name: 'M' }] }]
    const skus = [
      { values: ['S'], price: 100, weight_g: 300 },
      { values: ['M'], price: 100, enabled: false },
    ]
    const { status, body } = await product({ freight_template_id: id, status: 'on_sale', specs, skus })
    expect(status).toBe(201)
    const enabled = body.skus.map((one) => ({ id: one.id, enabled: true }))
    expect(
      (await api('PUT /cms/product/{id}', { token, params: { id: body.id }, body: { skus: enabled } })).problem,
    ).toMatchObject({ reasons: ['weight'] })
  })

  test('of the default needs weights of products without a template, also for their schedule', async () => {
    const weighs = { charge: 'weight', rules: [{ ...rule, next: 500 }], is_default: true }
    expect((await create(weighs)).status).toBe(201)
    expect((await product({ status: 'on_sale' })).problem).toMatchObject({ reasons: ['weight'] })
    const images = ['/demo/cup.svg']
    const due = await newProduct({ status: 'draft', images, publish_at: new Date(0) })
    const weighed = await newProduct({ status: 'draft', images, publish_at: new Date(0), skus: [{ weight_g: 5 }] })
    const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` }
    const reply = await dispatch(new Request('http://localhost/api/cron?job=publish', { headers }))
    expect((await reply.json()).publish).toMatchObject({ published: 1, refused: 1 })
    const statusOf = async (id: number) => (await api('GET /cms/product/{id}', { token, params: { id } })).body.status
    expect([await statusOf(due.id), await statusOf(weighed.id)]).toEqual(['draft', 'on_sale'])
  })

  test('stays with a duplicate', async () => {
    const { id } = (await create()).body
    const params = { id: (await product({ freight_template_id: id })).body.id }
    const copy = await api('POST /cms/product/{id}/duplicate', { token, params })
    expect(copy.body).toMatchObject({ freight_template_id: id })
  })

  test('does not start to charge by weight while products on sale have no weights', async () => {
    const { id } = (await create()).body
    const refused = (...ids: number[]) => ({
      status: 409,
      problem: { code: 'not_sellable', reasons: ['weight'], product_ids: ids },
    })
    const own = await newProduct({ freight_template_id: id })
    expect(await update(id, { charge: 'weight', rules: [{ ...rule, next: 500 }] })).toMatchObject(refused(own.id))
    await (await database()).update(tables.sku).set({ weight_g: 100 }).where(eq(tables.sku.product_id, own.id))
    expect((await update(id, { charge: 'weight', rules: [{ ...rule, next: 500 }] })).status).toBe(200)
    // As the default, it is the template of the products without one.
    const usual = await newProduct()
    expect(await update(id, { is_default: true, version: 2 })).toMatchObject(refused(usual.id))
    expect(await create({ charge: 'weight', rules: [{ ...rule, next: 500 }], is_default: true })).toMatchObject(
      refused(usual.id),
    )
    expect(await defaultIds()).toEqual([1])
  })

  test('is saved whatever products of other templates lack', async () => {
    const weight = await newTemplate({ charge: 'weight', rules: [{ ...rule, next: 500, free_amount: null }] })
    await newProduct({ freight_template_id: weight })
    const { id } = (await create()).body
    expect((await update(id, { name: unique('t-') })).status).toBe(200)
  })
})

test('users without the permission neither read nor write', async () => {
  const reader = await newStaff(['cms.freight_template.list'])
  expect((await api('GET /cms/freight_template', { token: reader.token })).status).toBe(200)
  expect((await api('POST /cms/freight_template', { token: reader.token, body: inputOf() })).status).toBe(403)
  const { token } = await newStaff(['cms.product.list'])
  expect((await api('GET /cms/freight_template', { token })).status).toBe(403)
})
