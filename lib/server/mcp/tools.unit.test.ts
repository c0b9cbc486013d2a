import Ajv from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { toolOperations, toolsOf } from './tools'

const all = [...toolOperations().values()]

test('each tool has a name and a schema that clients accept', () => {
  const ajv = addFormats(new Ajv({ strict: false }))
  for (const { tool } of all) {
    expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(tool.description?.length, tool.name).toBeGreaterThan(10)
    expect(JSON.stringify(tool.inputSchema)).not.toContain('#/components/')
    expect(() => ajv.compile(tool.inputSchema), tool.name).not.toThrow()
  }
})

test('the example of each body fits the schema of its tool', () => {
  const ajv = addFormats(new Ajv({ strict: false }))
  const wrong = all.filter(({ endpoint: { example, body }, tool: { inputSchema } }) => {
    const part = inputSchema.properties?.body
    if (!body || !example?.body || typeof part !== 'object') return false
    return !ajv.validate({ ...part, $defs: inputSchema.$defs }, example.body)
  })
  expect(wrong.map(({ tool }) => tool.name)).toEqual([])
})

test('a key has the tools of its permissions, and writes only if it may write', () => {
  const codes = ['cms.order.list', 'cms.order.note']
  const namesFor = (access: 'read' | 'write', permission_codes: string[]) =>
    toolsOf({ access, permission_codes }).map(({ name }) => name)
  expect(namesFor('read', codes)).toEqual(expect.arrayContaining(['getOwnKey', 'listCmsOrders']))
  expect(namesFor('read', codes)).not.toContain('noteOrder')
  expect(namesFor('write', codes)).toContain('noteOrder')
  expect(namesFor('write', [])).toEqual(['getOwnKey'])
})

test('no tool is about staff, keys and settings, or takes a file', () => {
  const codes = all.flatMap(({ endpoint: { access } }) => (access.kind === 'permission' ? [access.code] : []))
  const closed = /^cms\.(user|group|auth|menu|element|api_key|oper_log|login_log)\.|^cms\.config\.update$/
  expect(codes.filter((code) => closed.test(code))).toEqual([])
  expect(JSON.stringify(all.map(({ tool }) => tool))).not.toContain('contentMediaType')
})

test('deleting, paying back and setting prices is destructive, reading and other writing is not', () => {
  const destructive = new Map(all.map(({ tool }) => [tool.name, tool.annotations?.destructiveHint]))
  for (const name of [
    'deleteProduct',
    'deleteProducts',
    'refundCmsOrder',
    'approveAfterSale',
    'createPromotion',
    'grantPromotionCoupons',
    'updateProduct',
    'setPrices',
  ])
    expect(destructive.get(name), name).toBe(true)
  for (const name of ['listCmsPromotions', 'listCmsCoupons', 'noteOrder', 'adjustStocks'])
    expect(destructive.get(name), name).toBe(false)
})
