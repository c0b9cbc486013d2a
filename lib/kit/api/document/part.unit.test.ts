import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { eventTypes } from '@/db/enums'
import { shopDocument } from '@/lib/server/shop-document'
import { adminInterface, clientInterface } from '../endpoint/interface'
import { partOf } from './part'

const document = shopDocument('https://shop.example.com', '1.0.0')
const [client, admin] = [clientInterface, adminInterface].map((one) => partOf(document, one))
if (!client || !admin) throw new Error('nothing was built')

const namesOf = ({ components }: typeof document) =>
  Object.entries(components).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`))

test('the parts have every operation and tag of the document once', () => {
  const sorted = (...parts: (typeof document)[]) => parts.flatMap(({ paths }) => Object.entries(paths)).sort()
  expect(sorted(client, admin)).toEqual(sorted(document))
  expect([...client.tags, ...admin.tags]).toEqual(document.tags)
  // The scheduler’s endpoints are not in the document.
  const used = [...namesOf(client), ...namesOf(admin), 'securitySchemes/cron']
  expect(new Set(used)).toEqual(new Set(namesOf(document)))
})

test.each([
  ['/v1', client, 'schemas/OrderDetail', 'schemas/CmsOrder'],
  ['/cms', admin, 'schemas/CmsOrder', 'securitySchemes/provider'],
])('%s is valid by itself, with the components that it uses and no others', async (prefix, part, own, other) => {
  expect(await new Validator().validate(structuredClone({ ...part }))).toEqual({ valid: true })
  expect(part.info.title).toBe(`mini-shop ${prefix}`)
  const text = JSON.stringify(part)
  for (const name of namesOf(part)) {
    const scheme = name.startsWith('securitySchemes/') && `"${name.slice('securitySchemes/'.length)}":[]`
    expect(text).toContain(scheme || `"#/components/${name}"`)
  }
  expect(namesOf(part)).toContain(own)
  expect(namesOf(part)).not.toContain(other)
  for (const [, name] of text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) expect(namesOf(part)).toContain(name)
})

test('the part of the back office has the body of each type of event', () => {
  expect(client.webhooks).toBeUndefined()
  expect(Object.keys(admin.webhooks ?? {})).toEqual(eventTypes)
  expect(admin.webhooks?.['order.paid']?.post).toMatchObject({
    operationId: 'onOrderPaid',
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { type: { const: 'order.paid' }, data: { properties: { total_amount: {} } } } },
        },
      },
    },
  })
})
