import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import type { ShownColumn } from './columns'

const change = lineChange.optional()

const DealLineChanges = z
  .object({
    sku_no: change,
    name: change,
    spec: change,
    deal_price_yuan: change,
    quota: change,
  } satisfies Record<ShownColumn, unknown>)
  .meta({ id: 'DealLineChanges' })

export const DealImportRowPage = importRowPageOf(DealLineChanges)
