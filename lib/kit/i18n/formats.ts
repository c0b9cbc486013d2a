import type { Formats } from 'next-intl'

/** The named formats of numbers and times. */
export const formats = {
  number: {
    /** For yuan, not fen. */
    price: { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' },
  },
} satisfies Formats
