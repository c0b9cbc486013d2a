import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import type { ShownColumn } from './columns'

const change = lineChange.optional()
/** Read from the order, not from the file. */
const known = change.meta({ needs: 'cms.order.list' })

const ParcelLineChanges = z
  .object({
    order_no: change,
    receiver: known,
    remark: known,
    goods: known,
    carrier: change,
    tracking_no: change,
    sku_no: change,
    count: change,
  } satisfies Record<ShownColumn, unknown>)
  .meta({ id: 'ParcelLineChanges' })

export const ShipmentImportRowPage = importRowPageOf(ParcelLineChanges)
