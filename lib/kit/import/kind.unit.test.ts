import { expect, test } from 'vitest'
import { shipmentImport } from '@/lib/order/import/import'
import { productImport } from '@/lib/product/import'
import { headersOf } from './words'

test.each([productImport, shipmentImport])('no two columns of $name have the same name', ({ columns }) => {
  const names = columns.flatMap((column) => [
    ...new Set([column, ...headersOf(column)].map((name) => name.toLowerCase())),
  ])
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
})

test('columns are also known by their former names', () => {
  expect(headersOf('market_price_yuan')).toEqual(expect.arrayContaining(['Market price (yuan)', '市场价（元）']))
  expect(headersOf('count')).toContain('Pieces to ship')
})
