import { expect, test } from 'vitest'
import { findSettings } from './find-settings'

const first = async (q: string, locale: 'en' | 'zh-CN' = 'en') => (await findSettings(q, locale, 5))[0]

test.each(['Address for RETURNS', '退货地址', 'after_sale.return_address'])('a setting is found by %s', async (q) =>
  expect(await first(q)).toEqual({
    label: 'Address for returns',
    description: '',
    path: '/admin/config#after_sale.return_address',
  }),
)

test.each([
  ['return address', 'after_sale.return_address'],
  ['Postage', 'freight.combine'],
  ['运费', 'freight.combine'],
  ['logo', 'shop.logo_url'],
  ['库存预警', 'stock.low'],
  ['stock warning', 'stock.low'],
])('a setting is found by %s, in either language', async (q, key) => {
  for (const locale of ['en', 'zh-CN'] as const)
    expect((await findSettings(q, locale, 5)).map(({ path }) => path)).toContain(`/admin/config#${key}`)
})

test('the label of a result is in the given language', async () =>
  expect((await first('for returns', 'zh-CN'))?.label).toMatch(/退货/))

test('the choices of a setting are no settings', async () => expect(await findSettings('Tokyo', 'en', 5)).toEqual([]))

test('returns at most the requested number of settings', async () => {
  expect(await findSettings('e', 'en', 5)).toHaveLength(5)
  expect(await findSettings('no such setting', 'en', 5)).toEqual([])
})
