import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import type { ShownColumn } from './columns'

const change = lineChange.optional()

const InvoiceLineChanges = z
  .object({
    order_no: change,
    title: change,
    amount_yuan: change,
    invoice_no: change,
  } satisfies Record<ShownColumn, unknown>)
  .meta({ id: 'InvoiceLineChanges' })

export const InvoiceImportRowPage = importRowPageOf(InvoiceLineChanges)
