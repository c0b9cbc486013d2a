import type { z } from 'zod'
import type { InvoiceImportRowPage } from '@/lib/invoice/import-schema'
import type { Import, ImportProgress } from '@/lib/kit/import/schema'
import type { ShipmentImportRowPage } from '@/lib/order/import/import-schema'
import type { ProductImportRowPage } from '@/lib/product/import-schema'
import type { DealImportRowPage, GrantImportRowPage } from '@/lib/promotion/import-schema'

const counts = { create: 0, update: 42, unchanged: 118, error: 1 }
const made = { created_at: '2026-11-20T02:15:04.120Z', created_by: { id: 2, name: '阿青' } }
const page = { page: 1, size: 10, total: 1, next_cursor: null }

export const products = {
  started: {
    id: 3,
    name: '春茶调价.xlsx',
    ignored_columns: ['供应商'],
    ...made,
    counts,
    warnings: 1,
    done: 0,
    left: 42,
    doubtful: 1,
    records: { done: 0, left: 17 },
  } satisfies z.input<typeof Import>,
  progress: { done: 42, left: 0, warnings: 1, doubtful: 0, records: { done: 17, left: 0 }, counts } satisfies z.input<
    typeof ImportProgress
  >,
  page: {
    items: [
      {
        id: 207,
        line: 14,
        result: 'error',
        changes: {},
        errors: [{ column: 'price_yuan', code: 'number_format', value: '1.2E+5' }],
        warnings: [],
        done_at: null,
      },
    ],
    ...page,
  } satisfies z.input<typeof ProductImportRowPage>,
}

const parcelCounts = { create: 86, update: 0, unchanged: 12, error: 1 }

export const parcels = {
  started: {
    id: 4,
    name: '顺丰单号.csv',
    ignored_columns: [],
    ...made,
    counts: parcelCounts,
    warnings: 0,
    done: 0,
    left: 86,
    doubtful: 0,
    records: { done: 0, left: 84 },
  } satisfies z.input<typeof Import>,
  progress: {
    done: 86,
    left: 0,
    warnings: 0,
    doubtful: 0,
    records: { done: 84, left: 0 },
    counts: parcelCounts,
  } satisfies z.input<typeof ImportProgress>,
  page: {
    items: [
      {
        id: 309,
        line: 31,
        result: 'error',
        changes: {},
        errors: [{ column: 'tracking_no', code: 'number_format', value: '1.23457E+14' }],
        warnings: [],
        done_at: null,
      },
    ],
    ...page,
  } satisfies z.input<typeof ShipmentImportRowPage>,
}

const invoiceCounts = { create: 0, update: 23, unchanged: 4, error: 1 }

export const invoices = {
  started: {
    id: 5,
    name: '发票号码.xlsx',
    ignored_columns: [],
    ...made,
    counts: invoiceCounts,
    done: 0,
    left: 23,
    warnings: 0,
    doubtful: 0,
    records: { done: 0, left: 23 },
  } satisfies z.input<typeof Import>,
  progress: {
    done: 23,
    left: 0,
    warnings: 0,
    doubtful: 0,
    records: { done: 23, left: 0 },
    counts: invoiceCounts,
  } satisfies z.input<typeof ImportProgress>,
  page: {
    items: [
      {
        id: 411,
        line: 7,
        result: 'error',
        changes: {},
        errors: [{ column: 'amount_yuan', code: 'out_of_range', value: '98.00' }],
        warnings: [],
        done_at: null,
      },
    ],
    ...page,
  } satisfies z.input<typeof InvoiceImportRowPage>,
}

const dealCounts = { create: 180, update: 12, unchanged: 3, error: 1 }

export const deals = {
  started: {
    id: 6,
    name: '周末特价.xlsx',
    ignored_columns: [],
    ...made,
    counts: dealCounts,
    done: 0,
    left: 192,
    warnings: 0,
    doubtful: 0,
    records: { done: 0, left: 192 },
  } satisfies z.input<typeof Import>,
  progress: {
    done: 192,
    left: 0,
    warnings: 0,
    doubtful: 0,
    records: { done: 192, left: 0 },
    counts: dealCounts,
  } satisfies z.input<typeof ImportProgress>,
  page: {
    items: [
      {
        id: 502,
        line: 9,
        result: 'error',
        changes: {},
        errors: [{ column: 'deal_price_yuan', code: 'too_big', value: '99.00' }],
        warnings: [],
        done_at: null,
      },
    ],
    ...page,
  } satisfies z.input<typeof DealImportRowPage>,
}

const grantCounts = { create: 480, update: 0, unchanged: 0, error: 1 }

export const grants = {
  started: {
    id: 7,
    name: '老顾客.xlsx',
    ignored_columns: [],
    ...made,
    counts: grantCounts,
    done: 0,
    left: 480,
    warnings: 0,
    doubtful: 0,
    records: { done: 0, left: 480 },
  } satisfies z.input<typeof Import>,
  progress: {
    done: 480,
    left: 0,
    warnings: 0,
    doubtful: 0,
    records: { done: 480, left: 0 },
    counts: grantCounts,
  } satisfies z.input<typeof ImportProgress>,
  page: {
    items: [
      {
        id: 611,
        line: 17,
        result: 'error',
        changes: {},
        errors: [{ column: 'customer', code: 'limit_reached', value: null }],
        warnings: [],
        done_at: null,
      },
    ],
    ...page,
  } satisfies z.input<typeof GrantImportRowPage>,
}
