import { beforeAll, expect, test } from 'vitest'
import { send } from '@/lib/server/testing/api'
import { newCustomer, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { rounds } from '@/lib/server/testing/races'

let token: string
beforeAll(async () => {
  play.usePlatform()
  await setParameters({ 'limit.writes_per_minute': 1_000_000, 'order.unpaid_max': 100_000 })
  token = (await newStaff([], { is_root: true })).token
})

test.each(['order', 'product', 'customer'] as const)(
  'of two records that get the same external_id at once, one has it: %s',
  async (kind) => {
    const payer = await play.newPayer()
    const make = {
      order: async () => (await play.placeOrder(payer)).id,
      product: async () => (await newProduct({ images: ['/demo/a.svg'] })).id,
      customer: async () => (await newCustomer()).id,
    }[kind]
    const ids = [await make(), await make()]
    const put = (id: number, external_id: string) => send('PUT', `/cms/${kind}/${id}`, { token, body: { external_id } })
    for (let at = 0; at < rounds(200); at++) {
      const number = unique('ERP-')
      const answers = await Promise.all(ids.map((id) => put(id, number)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { body } = await send<{ items: { id: number }[] }>('GET', `/cms/${kind}?external_id=${number}`, { token })
      expect(body.items.map(({ id }) => id)).toEqual([ids[answers[0]?.status === 200 ? 0 : 1]])
    }
  },
)
