import type { Formats } from 'next-intl'

/** The named formats of numbers and times. */
export const formats = {
  number: {
    /** Formats an amount in yuan, not in fen. */
    price: { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' },
  },
} satisfies Formats
