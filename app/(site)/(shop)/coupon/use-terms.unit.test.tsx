// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { promotion } from '@/lib/promotion/example'
import { type Promotion, useTerms } from './use-terms'

beforeAll(defineFonts)
afterEach(cleanup)

const Terms = ({ of }: { of: Promotion }) => <p>{useTerms()(of).join(' | ')}</p>

const cases: [Partial<Promotion>, string][] = [
  [{}, '¥10.00 off for orders of ¥100.00 or more; ¥30.00 off for orders of ¥200.00 or more | All products'],
  [{ tiers: [{ from_amount: 1, off_amount: 500 }] }, '¥5.00 off | All products'],
  [{ tiers: [{ from_pieces: 1, off_permille: 125 }] }, '12.5% off | All products'],
  [
    { tiers: [{ from_pieces: 3, off_permille: 150, at_most: 2_000 }], scope: 'products', product_ids: [1] },
    '15% off (at most ¥20.00) for orders of 3 pieces or more | Some products',
  ],
  [
    { scope: 'products', product_ids: [1, 2], scope_names: ['绿茶', '红茶'] },
    '¥10.00 off for orders of ¥100.00 or more; ¥30.00 off for orders of ¥200.00 or more | For 绿茶, 红茶',
  ],
  [
    { scope: 'categories', category_ids: [1, 2, 3, 4], scope_names: ['茶', '器', '香'] },
    '¥10.00 off for orders of ¥100.00 or more; ¥30.00 off for orders of ¥200.00 or more | For 茶, 器, 香 and others',
  ],
  [
    { tiers: [{ from_amount: 5_000, off_permille: 1000 }], gives: 'freight', except_product_ids: [1] },
    'free shipping for orders of ¥50.00 or more | All products but a few',
  ],
  [
    { tiers: [{ from_amount: 5_000, off_amount: 300 }], gives: 'freight', repeats: true, audience: 'first_order' },
    '¥3.00 off shipping for every ¥50.00 | All products; first order only',
  ],
  [
    { tiers: [{ from_pieces: 1, off_amount: 300 }], repeats: true, valid_days: 1 },
    '¥3.00 off for every piece | All products; valid for 1 day',
  ],
  [{ tiers: [{ nth: 2, off_permille: 500 }] }, '50% off the cheapest of every 2 pieces | All products'],
  [
    { tiers: [{ nth: 3, off_permille: 300, per_product: true }] },
    '30% off the cheapest of every 3 pieces of the same product | All products',
  ],
  [{ tiers: [{ from_amount: 1, off_permille: 500 }], gives: 'freight' }, '50% off shipping | All products'],
]

test.each(cases)('terms in words: %#', (changes, text) => {
  render(
    <Shown>
      <Terms of={{ ...promotion, ...changes }} />
    </Shown>,
  )
  expect(screen.getByRole('paragraph').textContent).toBe(text)
})
