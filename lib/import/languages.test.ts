import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { productStatuses } from '@/db/enums'
import { locales } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { productTemplate } from '@/lib/product/template'
import { dispatch, send } from '@/lib/server/testing/api'
import { newCategory, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'
import { migrateDatabase } from '@/lib/server/update-database'

beforeAll(async () => {
  // The dictionaries.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 10_000 })
})

/** Random texts as users type them, with formula characters and separators. */
const word = fc
  .stringMatching(/^[=+@'"\-;,|茶a-zA-Z0-9 ]{1,12}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '')

const amount = fc.integer({ min: 1, max: 99_999_999 })

const someProduct = fc.record({
  name: word,
  status: fc.constantFrom(...productStatuses),
  values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
  skus: fc.array(
    fc.record({
      price: amount,
      market_price: fc.option(amount),
      cost: fc.option(amount),
      weight_g: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      barcode: fc.option(fc.stringMatching(/^[0-9]{8,14}$/)),
      enabled: fc.boolean(),
      stock: fc.integer({ min: 0, max: 1_000 }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
})

test.each(locales)('the template is a file of one new product in %s', async (locale) => {
  const { token } = await newStaff(['cms.product.import'])
  const { import: texts } = await messagesIn(locale)
  const { name, spec, small, large, status, enabled } = texts.product.sample
  const parent = await newCategory({ name: unique('茶') })
  await newCategory({ name: '绿茶', parent_id: parent.id })
  const category = `${parent.name} / 绿茶`
  const template = productTemplate(texts.column, {
    name: unique(name),
    category,
    spec,
    status,
    enabled,
    values: [small, large],
  })
  const form = new FormData()
  form.append('file', new Blob([template]), 'template.csv')
  const { body } = await send<{ counts: object }>('POST', '/cms/product/import', { token, raw: form })
  expect(body.counts).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 })
})

test('an unchanged export, in codes or in either language, changes nothing when it is imported', async () => {
  const { token } = await newStaff(['cms.product.list', 'cms.product.export', 'cms.product.import', 'cms.product.cost'])
  const fileOf = async (path: string) => {
    const request = new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
    return (await dispatch(request)).blob()
  }
  await fc.assert(
    // Few runs with many products: each run reads six files, and each file starts a thread.
    fc.asyncProperty(fc.array(someProduct, { minLength: 12, maxLength: 24 }), async (products) => {
      const category = await newCategory({ name: unique('茶') })
      let lines = 0
      for (const { name, status, values, skus } of products) {
        const specs = [{ name: '规格', values }]
        const own = values.map((value, at) => ({ ...skus[at], spec_values: [value] }))
        await newProduct({ category_id: category.id, name, status, images: ['/demo/a.svg'], specs, skus: own })
        lines += values.length
      }
      const labels = ['', ...locales.map((locale) => `&labels=${locale}`)]
      for (const query of ['csv', 'xlsx'].flatMap((format) => labels.map((more) => `format=${format}${more}`))) {
        const form = new FormData()
        form.append('file', await fileOf(`/cms/product?${query}&category_id=${category.id}`), 'products')
        const { body } = await send<{ counts: object }>('POST', '/cms/product/import', { token, raw: form })
        expect(body.counts, query).toEqual({ create: 0, update: 0, unchanged: lines, error: 0 })
      }
    }),
    { numRuns: rounds(20) },
  )
}, 120_000)
