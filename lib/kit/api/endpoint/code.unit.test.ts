import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ReturnInput } from '@/lib/after_sale/schema'
import { IssueInput } from '@/lib/invoice/cms-schema'
import { InvoiceInput } from '@/lib/invoice/schema'
import { CollectInput, CorrectInput, PickupQuery, ShipInput } from '@/lib/order/ship/cms-schema'
import { CouponInput } from '@/lib/promotion/coupon-schema'

const dashes = [...'-–—－‐\u2011‒―﹣\u2212']
const invisible = ['\u00ad', '\u2060', '\ufeff', ...range(0x200b, 0x200f), ...range(0x202a, 0x202e)]
const beside = [...' \t\u00a0\u3000_＿.．。', ...'"\'“”‘’＂＇', ...invisible]

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
}

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))

/** Returns the code with one text at each place in turn, and before, behind and around all characters. */
const writings = (code: string, between: string) => [
  ...Array.from({ length: code.length + 1 }, (_, at) => code.slice(0, at) + between + code.slice(at)),
  between + [...code].join(between) + between,
]

const read = (schema: z.ZodType, input: object, field: string) => {
  const { success, data, error } = schema.safeParse(input)
  return success ? z.looseObject({}).parse(data)[field] : { faults: error.issues.map(({ path }) => path.join()) }
}

const company = { order_id: 1, kind: 'company', title: '青梧茶业' }
const kinds = [
  { name: 'a coupon code', value: '0A1B2C3D4E5F', of: (code: string) => read(CouponInput, { code }, 'code') },
  { name: 'a pick-up code', value: '482109375516', of: (code: string) => read(PickupQuery, { code }, 'code') },
  {
    name: 'a pick-up code in a body',
    value: '482109375516',
    of: (code: string) => read(CollectInput, { code, version: 1 }, 'code'),
  },
  {
    name: 'the number of an invoice',
    value: '26952000000012345678',
    of: (number: string) => read(IssueInput, { number, amount: 1, version: 1 }, 'number'),
  },
  {
    name: 'a tax number',
    value: '91350100M000100Y43',
    of: (tax_no: string) => read(InvoiceInput, { ...company, tax_no }, 'tax_no'),
  },
  {
    name: 'the number of an ID card',
    value: '11010519491231002X',
    of: (tax_no: string) => read(InvoiceInput, { ...company, tax_no }, 'tax_no'),
  },
]
const tracked = [
  {
    name: 'the number of a parcel',
    value: 'SF1380000999888',
    of: (tracking_no: string) =>
      read(ShipInput, { method: 'express', carrier: 'SF', tracking_no, version: 1 }, 'tracking_no'),
  },
  {
    name: 'the corrected number of a parcel',
    value: 'SF1380000999888',
    of: (tracking_no: string) => read(CorrectInput, { carrier: 'SF', tracking_no, version: 1 }, 'tracking_no'),
  },
  {
    name: 'the number of a returned parcel',
    value: 'SF1380000999888',
    of: (tracking_no: string) => read(ReturnInput, { carrier: 'SF', tracking_no }, 'tracking_no'),
  },
]
const all = [...kinds, ...tracked]

describe.each(all)('$name', ({ value, of }) => {
  test('is read in full width, and with any character beside those of the code', () => {
    expect([of(value), of(fullWidth(value))]).toEqual([value, value])
    for (const between of beside)
      expect(new Set(writings(value, between).map(of)), JSON.stringify(between)).toEqual(new Set([value]))
  })

  test('that consists of other characters only, or is too long, is refused at its field', () => {
    for (const one of [...beside, ...dashes, '“—”', '"_._"', '\u200b\ufeff', value.repeat(8), value.repeat(99)])
      expect(of(one), JSON.stringify(one)).toMatchObject({ faults: [expect.any(String)] })
    for (const one of [`${value}ß`, `${value}+`, `${value}龙`, `${value}\u0000`, `${value}\ud800`])
      expect(of(one), JSON.stringify(one)).toMatchObject({ faults: [expect.any(String)] })
  })
})

test.each(kinds)('$name is read with any dashes', ({ value, of }) => {
  for (const dash of dashes) expect(new Set(writings(value, dash).map(of)), dash).toEqual(new Set([value]))
})

test.each(kinds)('$name is read in lower case, with any of the characters at random', ({ value, of }) => {
  const between = fc.array(fc.constantFrom(...beside, ...dashes), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(between, { minLength: value.length, maxLength: value.length }), fc.boolean(), (gaps, wide) => {
      const typed = gaps.map((gap, at) => gap.join('') + (value[at] ?? '').toLowerCase()).join('')
      expect(of(wide ? fullWidth(typed) : typed)).toBe(value)
    }),
  )
})

test.each(tracked)('$name keeps its hyphens and its case, and dashes become hyphens', ({ of }) => {
  for (const dash of dashes) expect(of(`JDVa1${dash}1${dash}1${dash}`)).toBe('JDVa1-1-1-')
  expect(of('— SF123')).toBe('SF123')
})

test('letters of a coupon code that look like digits are digits, and other lengths are refused', () => {
  expect(read(CouponInput, { code: 'oA1B-2C3D-4EiL' }, 'code')).toBe('0A1B2C3D4E11')
  for (const code of ['0A1', `${'0A1B2'.repeat(4)}0`, '0A1B2C3D4E5é'])
    expect(read(CouponInput, { code }, 'code')).toEqual({ faults: ['code'] })
})
