import type { Formats } from 'next-intl'

export const formats = {
  number: {
    /** In yuan, not in fen. */
    price: { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' },
  },
} satisfies Formats
