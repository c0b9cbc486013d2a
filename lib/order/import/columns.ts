/*
 * The columns of orders in a spreadsheet.
 */

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
const sent = ['remark', 'notes', 'store', 'receiver', 'mobile', 'province', 'city', 'address'] as const
/**
 * The columns with the carriers and the tracking numbers of sent parcels. In an export with a line per item, these
 * columns are empty for items with pieces left to ship, so that staff can fill in the parcel and import the file.
 */
const parcel = ['carrier', 'tracking_no'] as const

/** The columns of an export with a line per order. */
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

/** The columns of an export with a line per item. */
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

/** The sources of the column headers and value labels of an export: message keys and dictionaries. */
export const orderWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'order_status', carrier: 'carrier' },
  values: { fulfilment: 'fulfilments' },
} as const

export type OrderCell = (typeof orderColumns)[number]
export type LineCell = (typeof lineColumns)[number]
export type OrderSheetColumn = OrderCell | LineCell

/**
 * The columns that an imported file may have. An import only reads {@link parcelColumns} and ignores the other columns.
 */
export const orderSheetColumns: readonly OrderSheetColumn[] = [...new Set([...orderColumns, ...lineColumns])]

/** The columns that describe a parcel. */
export const parcelColumns = ['order_no', ...parcel, 'sku_no', 'count'] as const
export type ParcelColumn = (typeof parcelColumns)[number]
/**
 * The columns that staff check before they apply an import: the columns of the file, the receiver, the remark of the
 * customer, and the contents of the parcel (`goods`).
 */
export type ShownColumn = ParcelColumn | 'receiver' | 'remark' | 'goods'
