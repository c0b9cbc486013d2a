/** A line per SKU of a deal. */
export const dealColumns = ['sku_no', 'name', 'spec', 'regular_price_yuan', 'deal_price_yuan', 'quota', 'sold'] as const

export type DealColumn = (typeof dealColumns)[number]

/** Message keys. */
export const dealWords = { texts: 'import', group: 'column' } as const

/** Before an import is applied. */
export type ShownColumn = 'sku_no' | 'name' | 'spec' | 'deal_price_yuan' | 'quota'
