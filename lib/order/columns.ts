/*
 * The columns of orders in a spreadsheet.
 */

const head = ['order_no', 'status', 'fulfilment', 'created_at', 'paid_at', 'shipped_at', 'customer'] as const
const sent = ['remark', 'receiver', 'mobile', 'address'] as const
/** Of what was shipped; empty in an export with a line per item where something of it is left to ship, for whoever ships by file. */
const parcel = ['carrier', 'tracking_no'] as const

/** The columns of an export with a line per order. */
export const orderColumns = [
  ...head,
  'goods',
  'pieces',
  'items_yuan',
  'freight_yuan',
  'discount_yuan',
  'total_yuan',
  'paid_yuan',
  'refunded_yuan',
  ...sent,
  ...parcel,
] as const

/** Those of one with a line per item. */
export const lineColumns = [
  ...head,
  'sku_no',
  'name',
  'spec',
  'price_yuan',
  'bought',
  'shipped',
  'refunded',
  'amount_yuan',
  'discount_yuan',
  'paid_yuan',
  'refunded_yuan',
  ...sent,
  ...parcel,
  'count',
] as const

/** What people call the columns and their values. */
export const orderWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'order_status', carrier: 'carrier' },
  values: { fulfilment: 'fulfilments' },
} as const

export type OrderCell = (typeof orderColumns)[number]
export type LineCell = (typeof lineColumns)[number]
export type OrderSheetColumn = OrderCell | LineCell

/** Every column that a file may have. Those that say nothing about parcels are ignored. */
export const orderSheetColumns: readonly OrderSheetColumn[] = [...new Set([...orderColumns, ...lineColumns])]

/** What a parcel is made of. */
export type ParcelColumn = 'order_no' | (typeof parcel)[number] | 'sku_no' | 'count'
/** With whom it is for, and what is in it: what people look at before it is shipped. */
export type ShownColumn = ParcelColumn | 'receiver' | 'goods'
