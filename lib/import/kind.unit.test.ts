import { expect, test } from 'vitest'
import { shipmentImport } from '@/lib/order/import'
import { productImport } from '@/lib/product/import'

test.each([productImport, shipmentImport])('no two columns of $name have the same name', ({ columns, namesOf }) => {
  const names = columns.flatMap((column) => [
    ...new Set([column, ...namesOf(column)].map((name) => name.toLowerCase())),
  ])
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
})
