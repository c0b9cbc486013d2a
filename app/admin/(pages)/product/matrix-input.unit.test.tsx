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

function Matrix() {
  const [value, setValue] = useState<unknown>(blank)
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

test('values for all rows are applied when the row loses focus, for example to Save', async () => {
  render(
    inAdmin(
      <>
        <Matrix />
        <button type="button">Save</button>
      </>,
    ),
  )
  const [price] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /Price.*(rows|all|fill)/i })
  if (!price) throw new Error('there is no cell for all rows')
  fireEvent.change(price, { target: { value: '69' } })
  fireEvent.blur(price, { relatedTarget: screen.getByRole('button', { name: /^Fill/ }) })
  expect(skus).toMatchObject([{ price: null }, { price: null }])
  fireEvent.blur(price, { relatedTarget: screen.getByRole('button', { name: 'Save' }) })
  expect(skus).toMatchObject([{ price: 6900 }, { price: 6900 }])
})
