const head = [
  'order_no',
  'status',
  'fulfilment',
  'created_at',
  'paid_at',
  'payment_no',
  'transaction_id',
  'shipped_at',
  'customer',
] as const
const sent = [
  'remark',
  'notes',
  'external_id',
  'tags',
  'store',
  'receiver',
  'mobile',
  'province',
  'city',
  'address',
] as const
/** In an export by item, empty for items with pieces left to ship: staff fill them in and import the file. */
const parcel = ['carrier', 'tracking_no'] as const

/** With a line per order. */
export const orderColumns = [
  ...head,
  'goods',
  'sku_nos',
  'pieces',
  'items_yuan',
  'freight_yuan',
  'discount_yuan',
  'promotion_yuan',
  'promotions',
  'total_yuan',
  'paid_yuan',
  'refunded_yuan',
  ...sent,
  ...parcel,
] as const

/** With a line per item. */
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
  'total_yuan',
  'paid_yuan',
  'refunded_yuan',
  ...sent,
  ...parcel,
  'count',
] as const

/** Message keys and dictionaries. */
export const orderWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'order_status', carrier: 'carrier' },
  values: { fulfilment: 'fulfilments' },
} as const

export type OrderCell = (typeof orderColumns)[number]
export type LineCell = (typeof lineColumns)[number]
export type OrderSheetColumn = OrderCell | LineCell

/** An import only reads {@link parcelColumns} and ignores the other columns. */
export const orderSheetColumns: readonly OrderSheetColumn[] = [...new Set([...orderColumns, ...lineColumns])]

export const parcelColumns = ['order_no', ...parcel, 'sku_no', 'count'] as const
export type ParcelColumn = (typeof parcelColumns)[number]
/** With the receiver, the remark of the customer and the contents of the parcel (`goods`). */
export type ShownColumn = ParcelColumn | 'receiver' | 'remark' | 'goods'
