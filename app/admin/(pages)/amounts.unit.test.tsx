// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import MoneyField from '@/components/admin/resource-form/inputs/money-input'
import RangePicker from '@/components/admin/resource-table/range-picker'
import { Shown } from '@/components/ui/testing/shown'
import { yuanOf } from '@/lib/kit/money'
import { rounds } from '@/lib/server/testing/races'
import { AskPrice } from './product/ask'
import { fillOf } from './product/cells'
import FillInput from './product/fill-input'
import type { CellValue } from './product/matrix'
import { SkuRow } from './product/sku-row'

afterEach(cleanup)

/** The value in fen that the tested form received from its input. */
let got: unknown

function Cell() {
  const [price, setPrice] = useState<CellValue>(null)
  return (
    <table>
      <tbody>
        <SkuRow
          rowKey="1"
          index={0}
          sku={{ id: 1, at: {}, values: [], sku_no: 'T', price, enabled: true }}
          path="skus.0"
          name="Tea"
          shortName="Tea"
          columns={[{ name: 'price', label: 'Price' }]}
          errors={{}}
          isSelected={false}
          isDisabled={false}
          isNewProduct
          stocked={undefined}
          onEdit={(_index, _name, next) => {
            got = next
            setPrice(next)
          }}
          onSelect={() => undefined}
          onAdjust={undefined}
        />
      </tbody>
    </table>
  )
}

function Fill() {
  const [value, setValue] = useState('')
  const change = (next: string) => {
    got = fillOf('price', next)?.of(null)
    setValue(next)
  }
  return <FillInput name="price" label="Price" value={value} onChange={change} onEnter={() => undefined} />
}

function FormField() {
  const [value, setValue] = useState<unknown>(null)
  const change = (next: unknown) => {
    got = next
    setValue(next)
  }
  const texts = { label: 'Amount', description: undefined, error: undefined, errors: {}, required: false }
  return (
    <MoneyField path="amount" {...texts} values={{}} value={value} disabled={false} onChange={change} change={change} />
  )
}

const Bulk = () => (
  <AskPrice
    onEnter={(entered) => {
      got = entered === undefined ? undefined : Number(entered.replace('amount ', ''))
    }}
    read={() => Promise.resolve()}
    countDoubted={() => 0}
  />
)

const Filter = () => (
  <RangePicker
    kind="prices"
    from={undefined}
    until={undefined}
    onChange={(from) => {
      got = from === null ? undefined : Number(from)
    }}
  />
)

const first = () => screen.getAllByRole<HTMLInputElement>('textbox')[0]

const places: [string, () => ReactElement, { before?: () => void; after?: () => void }][] = [
  ['a cell of a SKU', Cell, {}],
  ['“fill all”', Fill, {}],
  ['a field of a form', FormField, {}],
  ['the bulk change of prices', Bulk, { before: () => fireEvent.click(screen.getAllByRole('radio')[1] ?? document) }],
  ['the price filter', Filter, { after: () => fireEvent.submit(document.querySelector('form') ?? document) }],
]

test.each(places)(
  '%s takes every amount, including amounts that end in 0',
  { timeout: 120_000 },
  async (_, Place, steps) => {
    render(
      <Shown>
        <Place />
      </Shown>,
    )
    // Requests that a form sends when it opens.
    await act(async () => {})
    steps.before?.()
    const input = first()
    if (!input) throw new Error('there is no input')
    for (let at = 1; at <= rounds(200); at++) {
      const fen = (at * 1_919_317) % 10_000_000
      const amount = at % 5 === 0 ? fen - (fen % 100) : at % 2 === 0 ? fen - (fen % 10) : fen
      fireEvent.change(input, { target: { value: yuanOf(amount).replace(/\.?0+$/, '') || '0' } })
      steps.after?.()
      expect(got).toBe(amount)
    }
  },
)
