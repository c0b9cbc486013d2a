import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { endpoints } from './endpoints'

/** Fields of persons, at any depth of an answer. */
const personal = ['receiver', 'mobile', 'nickname', 'email', 'tax_no']
/** Answers with persons whom the caller is meant to see. Those of bulk actions and counts are staff, in problems. */
const isMeant = (path: string) =>
  path === '/cms/order/print' || /\/(?:stock\/adjust|sku\/price|bulk|bulk_delete)$/.test(path)

const hasPersons = ({ output }: Endpoint) => {
  if (!output) return false
  const text = JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' }))
  return personal.some((name) => text.includes(`"${name}":`))
}

test('a write that answers persons is shown to those who may list them', () => {
  const open = endpoints.flatMap((one) => {
    const { method, path, access, shown_to } = one
    if (method === 'GET' || access.kind !== 'permission' || shown_to || isMeant(path)) return []
    return hasPersons(one) ? [`${method} ${path}`] : []
  })
  expect(open).toEqual([])
})
