import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import type { ShownColumn } from './columns'

const change = lineChange.optional()

/** The data of a parcel in a line of an import, by column. */
const ParcelLineChanges = z
  .object({
    order_no: change,
    receiver: change,
    remark: change,
    goods: change,
    carrier: change,
    tracking_no: change,
    sku_no: change,
    count: change,
  } satisfies Record<ShownColumn, unknown>)
  .meta({ id: 'ParcelLineChanges' })

export const ShipmentImportRowPage = importRowPageOf(ParcelLineChanges)
