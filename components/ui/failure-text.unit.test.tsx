// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { SendError } from '@/lib/server/client'
import { useFailureText, useFaultText } from './failure-text'

beforeAll(defineFonts)
afterEach(cleanup)

function Failure({ error }: { error: SendError }) {
  return <p role="status">{useFailureText()(error).text}</p>
}

test('what exists already need not be a value: also a picture that replaces another', () => {
  render(inAdmin(<Failure error={new SendError('already_exists', '', 409, 'r', [])} />))
  expect(screen.getByRole('status').textContent).toBe('This exists already.')
})

test('products without the weights that a shipping template needs are named', () => {
  const problem = {
    code: 'not_sellable' as const,
    detail: '',
    request_id: 'r',
    reasons: ['weight'],
    product_ids: [7, 12],
  }
  render(inAdmin(<Failure error={new SendError('not_sellable', '', 409, 'r', [], undefined, problem)} />))
  expect(screen.getByRole('status').textContent).toBe(
    'Give every available SKU of these active products a weight first: #7, #12.',
  )
})

test('a change that needs a weight says so, whether the product is activated or gets another template', () => {
  const problem = { code: 'not_sellable' as const, detail: '', request_id: 'r', reasons: ['weight'] }
  render(inAdmin(<Failure error={new SendError('not_sellable', '', 409, 'r', [], undefined, problem)} />))
  expect(screen.getByRole('status').textContent).toMatch(/^Nothing was changed: an available SKU has no weight/)
})

function Limit({ code, minimum }: { code: 'too_big' | 'too_small' | 'out_of_range'; minimum: number }) {
  return <p role="status">{useFaultText()({ code, params: { minimum, maximum: 9800 } }, 'money')}</p>
}

function Pixels() {
  const params = { maximum: 50_000_000, unit: 'pixels' }
  return <p role="status">{useFaultText()({ code: 'too_big', params }, 'number')}</p>
}

test('a limit of pixels is told in megapixels', () => {
  render(inAdmin(<Pixels />))
  expect(screen.getByRole('status').textContent).toBe('At most 50 megapixels.')
})

test.each([
  ['too_big', 1, 'At most ¥98.00.'],
  ['too_small', 1, 'At least ¥0.01.'],
  ['out_of_range', 9800, 'Must be ¥98.00.'],
] as const)('a limit of money is told as a price: %s', (code, minimum, text) => {
  render(inAdmin(<Limit code={code} minimum={minimum} />))
  expect(screen.getByRole('status').textContent).toBe(text)
})
