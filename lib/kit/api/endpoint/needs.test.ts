import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adminOperations, permissionCodes } from '@/lib/auth/permission-codes'
import { newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import { respond } from '../run/respond'
import { responseOf } from '../run/response'
import type { Caller } from './caller'
import { type Endpoint, endpoint, everyone, permission, staff } from './endpoint'
import { adminInterface, noInterface } from './interface'
import { codesNeeded, guardedNames, shownOperation } from './needs'
import { cursorPageOf, exportQuery } from './page'

const cost = z.int().meta({ needs: 'cms.product.cost' })
const Sku = z.object({ id: z.int(), cost: cost.nullable().optional() })
interface Node {
  id: number
  cost?: number | undefined
  children: Node[]
}
const Tree: z.ZodType<Node> = z.object({
  id: z.int(),
  cost: cost.optional(),
  get children() {
    return z.array(Tree)
  },
})
const Product = z.object({
  id: z.int(),
  cost: z.int().optional().meta({ needs: 'cms.product.cost' }),
  skus: z.array(Sku),
  by_name: z.record(z.string(), Sku),
  tree: Tree,
  either: z.union([z.object({ text: z.string() }), Sku]).nullable(),
})
const product: z.input<typeof Product> = {
  id: 1,
  cost: 5,
  skus: [
    { id: 2, cost: 6 },
    { id: 3, cost: null },
  ],
  by_name: { a: { id: 4, cost: 7 } },
  tree: { id: 5, cost: 8, children: [{ id: 6, cost: 9, children: [] }] },
  either: { id: 7, cost: 10 },
}
const withoutCost = {
  id: 1,
  skus: [{ id: 2 }, { id: 3 }],
  by_name: { a: { id: 4 } },
  tree: { id: 5, children: [{ id: 6, children: [] }] },
  either: { id: 7 },
}

const base = {
  path: '/cms/product',
  summary: '',
  access: permission('cms.product.list'),
  additional_permissions: ['cms.product.cost'],
  interface: noInterface,
} as const
const get = endpoint({ ...base, method: 'GET', output: Product, handle: async () => product })
const Input = z.strictObject({
  name: z.string().optional(),
  cost: cost.nullable().optional(),
  skus: z.array(z.strictObject({ cost: cost.default(1) })).optional(),
})
const put = endpoint({
  ...base,
  method: 'PUT',
  body: Input,
  output: z.object({ received: z.unknown() }),
  handle: async ({ body }) => ({ received: body }),
})
const list = endpoint({
  ...base,
  method: 'GET',
  query: z.object(exportQuery),
  output: cursorPageOf(z.object({ id: z.int(), cost: cost.optional(), skus: z.array(Sku), inner: Sku })),
  csv: { name: 'products', permission: 'cms.product.list' },
  handle: async () => ({
    items: [{ id: 1, cost: 5, skus: [{ id: 2, cost: 6 }], inner: { id: 3, cost: 7 } }],
    size: 10,
    next_cursor: null,
  }),
})

async function call(definition: Endpoint, token: string, body?: unknown, query = '') {
  const request = new Request(`http://localhost${definition.path}${query}`, {
    method: definition.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const response = responseOf(await respond(definition, request, {}))
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

const [permitted, other] = [
  await newStaff(['cms.product.list', 'cms.product.cost']),
  await newStaff(['cms.product.list']),
]

describe('a response', () => {
  test('has a guarded field for staff with its permission, and for root', async () => {
    const root = await newStaff([], { is_root: true })
    for (const { token } of [permitted, root]) expect((await call(get, token)).body).toEqual(product)
  })

  test('omits a guarded field for other staff, at any depth', async () => {
    expect((await call(get, other.token)).body).toEqual(withoutCost)
  })

  test('omits a guarded field if there is no known caller', async () => {
    const open: Endpoint = { ...get, access: everyone }
    expect((await call(open, other.token)).body).toEqual(withoutCost)
  })

  test('of a write is only the id and the version without the permission to read the record', async () => {
    const Output = z.object({ id: z.int(), version: z.int(), receiver: z.string() })
    const write = endpoint({
      method: 'PUT',
      path: '/cms/order',
      summary: '',
      interface: noInterface,
      output: Output,
      access: permission('cms.order.update'),
      shown_to: 'cms.order.list',
      handle: async () => ({ id: 1, version: 2, receiver: '王小明' }),
    })
    const [reader, writer] = [
      await newStaff(['cms.order.update', 'cms.order.list']),
      await newStaff(['cms.order.update']),
    ]
    expect((await call(write, reader.token, {})).body).toEqual({ id: 1, version: 2, receiver: '王小明' })
    expect((await call(write, writer.token, {})).body).toEqual({ id: 1, version: 2 })
  })

  test('omits the column of a guarded field from a file', async () => {
    const lines = async (token: string) => (await call(list, token, undefined, '?format=csv')).text.split('\n')
    expect(await lines(permitted.token)).toEqual([
      '"id","cost","skus","inner.id","inner.cost"',
      '"1","5","[{""id"":2,""cost"":6}]","3","7"',
      '',
    ])
    expect(await lines(other.token)).toEqual(['"id","skus","inner.id"', '"1","[{""id"":2}]","3"', ''])
  })

  test('must be valid without a guarded field', () => {
    const broken = endpoint({ ...base, method: 'GET', output: z.object({ cost }), handle: async () => ({ cost: 1 }) })
    expect(() => codesNeeded(broken)).toThrow('cost needs cms.product.cost, so it must be optional')
  })
})

describe('a body', () => {
  test.each([
    ['a value', { cost: 1 }, 'cost'],
    ['null', { name: 'x', cost: null }, 'cost'],
    ['a value within a list', { skus: [{}, { cost: 1 }] }, 'skus.1.cost'],
  ])('with %s for a guarded field is refused with the names of field and permission', async (_, body, name) => {
    expect(await call(put, other.token, body)).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail: `${name}: This requires the permission cms.product.cost.`,
        permission: 'cms.product.cost',
        invalid_params: [{ in: 'body', name, code: 'forbidden' }],
      },
    })
    expect((await call(put, permitted.token, body)).status).toBe(200)
  })

  test('without a guarded field is accepted, with the default of the field', async () => {
    expect((await call(put, other.token, { name: 'x', skus: [{}] })).body).toEqual({
      received: { name: 'x', skus: [{ cost: 1 }] },
    })
  })
})

test('a refusal has the permission of the endpoint as a member', async () => {
  const { token } = await newStaff([])
  expect((await call(get, token)).body).toMatchObject({ code: 'forbidden', permission: 'cms.product.list' })
  const { token: customer } = await newCustomer()
  expect((await call(get, customer)).body).not.toHaveProperty('permission')
})

test('further codes are permissions like any other', () => {
  expect(permissionCodes(adminOperations([get, put].map(ofAdmin)))).toEqual([
    { code: 'cms.product.list', module: 'product', operations: operations('GET', 'PUT') },
    { code: 'cms.product.cost', module: 'product', operations: operations('GET', 'PUT') },
  ])
  expect(
    permissionCodes(
      adminOperations([ofAdmin(endpoint({ ...base, access: staff, method: 'DELETE', handle: async () => undefined }))]),
    ),
  ).toEqual([{ code: 'cms.product.cost', module: 'product', operations: operations('DELETE') }])
})

const ofAdmin = (one: Endpoint): Endpoint => ({ ...one, interface: adminInterface })

const operations = (...methods: string[]) => methods.map((method) => ({ method, path: '/cms/product' }))

test('the audit log shows guarded fields of a resource only to staff with their permissions', () => {
  const caller = (permission_codes: string[]): Caller => ({
    user_id: 1,
    session_id: 1,
    kind: 'staff',
    is_root: false,
    must_change_secret: false,
    username: unique('staff-'),
    permission_codes,
  })
  const names = guardedNames([get, put])
  const row = { module: 'product', before: { cost: 1, name: 'x' }, after: { skus: [{ cost: 2, id: 1 }] }, params: null }
  expect(shownOperation(row, caller(['cms.product.cost']), names)).toEqual(row)
  const shown = { module: 'product', before: { name: 'x' }, after: { skus: [{ id: 1 }] }, params: null }
  expect(shownOperation(row, caller([]), names)).toEqual(shown)
  const elsewhere = { ...row, module: 'order' }
  expect(shownOperation(elsewhere, caller([]), names)).toEqual(elsewhere)
})
