import type { z } from 'zod'
import type { ProductImportRowPage } from '@/lib/product/import-schema'
import type { Import, ImportProgress } from './schema'

export const started = {
  id: 3,
  name: '春茶调价.xlsx',
  created_at: '2026-11-20T02:15:04.120Z',
  created_by: { id: 2, name: '阿青' },
  counts: { create: 0, update: 42, unchanged: 118, error: 1 },
  done: 0,
  left: 42,
} satisfies z.input<typeof Import>

export const progress = {
  done: 42,
  left: 0,
  counts: { create: 0, update: 42, unchanged: 118, error: 1 },
} satisfies z.input<typeof ImportProgress>

export const rowPage = {
  items: [
    {
      id: 207,
      line: 14,
      result: 'error',
      changes: {},
      errors: [{ column: 'price_yuan', code: 'number_format', value: '1.2E+5' }],
      done_at: null,
    },
  ],
  page: 1,
  size: 10,
  total: 1,
  next_cursor: null,
} satisfies z.input<typeof ProductImportRowPage>
