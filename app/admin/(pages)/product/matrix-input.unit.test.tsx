// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import MatrixInput from './matrix-input'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(cleanup)

const sizes = ['S', 'M'].map((name, at) => ({ key: at + 1, name }))
const specs = [{ key: 1, name: 'Size', values: sizes }]
const blank = sizes.map(({ key, name }) => ({ at: { 1: key }, values: [name], price: null, enabled: true }))

let skus: unknown

function Matrix({ initial = blank }: { initial?: readonly object[] }) {
  const [value, setValue] = useState<unknown>(initial)
  skus = value
  const texts = { label: 'SKUs', description: undefined, error: undefined, errors: {}, required: true }
  return (
    <MatrixInput
      {...texts}
      path="skus"
      value={value}
      values={{ specs, skus: value }}
      disabled={false}
      onChange={setValue}
      change={() => undefined}
      product_id={undefined}
      stocks={[]}
      stored={undefined}
    />
  )
}

const fillCell = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Price (¥) for several rows' })

test('values for all rows are applied when the row loses focus, for example to Save', async () => {
  render(
    inAdmin(
      <>
        <Matrix />
        <button type="button">Save</button>
      </>,
    ),
  )
  const price = await fillCell()
  fireEvent.change(price, { target: { value: '69' } })
  fireEvent.blur(price, { relatedTarget: screen.getByRole('button', { name: /^Fill/ }) })
  expect(skus).toMatchObject([{ price: null }, { price: null }])
  fireEvent.blur(price, { relatedTarget: screen.getByRole('button', { name: 'Save' }) })
  expect(skus).toMatchObject([{ price: 6900 }, { price: 6900 }])
})

const priced = [...blank.map((sku, at) => ({ ...sku, price: 1_000 * (at + 1) })), { ...blank[0], at: { 1: 3 } }]

test('a change of all rows shows the new values before it is applied to the own value of each', async () => {
  render(inAdmin(<Matrix initial={priced} />))
  const price = await fillCell()
  fireEvent.change(price, { target: { value: '+10%' } })
  expect(screen.getByRole('status').textContent).toBe(
    'Price (¥): 10.00 → 11.00, 20.00 → 22.00. 1 cell without a number stays as it is.',
  )
  expect(skus).toEqual(priced)
  fireEvent.keyDown(price, { key: 'Enter' })
  expect(skus).toMatchObject([{ price: 1_100 }, { price: 2_200 }, { price: null }])
  expect([price.value, screen.getByRole('status').textContent]).toEqual(['', '2 cells were filled.'])
})

test('a text that is neither a value nor a change is refused at its field and stays there', async () => {
  render(inAdmin(<Matrix initial={priced} />))
  const price = await fillCell()
  fireEvent.change(price, { target: { value: '10% off' } })
  expect(price.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Such as 12, +5 or -10%')).toBeTruthy()
  fireEvent.keyDown(price, { key: 'Enter' })
  expect([skus, price.value]).toEqual([priced, '10% off'])
})

test('prices that saving will ask about are counted before they are applied', async () => {
  render(inAdmin(<Matrix initial={priced.map((sku) => ({ ...sku, cost: 1_500 }))} />))
  fireEvent.change(await fillCell(), { target: { value: '14' } })
  expect(screen.getByRole('status').textContent).toBe('Check 3 prices: saving will ask about them.')
})
