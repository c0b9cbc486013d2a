import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import type { GrantColumn, ShownColumn } from './columns'

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

/** Read from the account, not from the file. */
const ofCustomer = change.meta({ needs: 'cms.customer.list' })

const GrantLineChanges = z
  .object({ user_id: change, mobile: ofCustomer, customer: ofCustomer } satisfies Record<GrantColumn, unknown>)
  .meta({ id: 'GrantLineChanges' })

export const GrantImportRowPage = importRowPageOf(GrantLineChanges)
