import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrderStatus } from '@/db/enums'
import { import_row, type LineError } from '@/db/schema/import'
import { order, order_item, shipment, shipment_item } from '@/db/schema/order'
import { sku } from '@/db/schema/product'
import { codeOf, dashedCodeOf } from '@/lib/kit/api/endpoint/code'
import { line as lineOfText, trackingNo } from '@/lib/kit/api/endpoint/fields'
import type { Problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { grouped } from '@/lib/kit/grouped'
import { type Read, readCode, readNumber, readWhole } from '@/lib/kit/import/cells'
import { type AnalyzedLine, type ImportKind, type ImportRow, type SheetLine, toldAtLines } from '@/lib/kit/import/kind'
import { audited } from '@/lib/order/audited'
import { maxCount } from '@/lib/order/cms-schema'
import { open_case_id } from '@/lib/order/lines'
import { goodsOf, leftOf } from '@/lib/order/ship/pieces'
import { maxParcels, shipOrder } from '@/lib/order/ship/ship'
import { type Carriers, readCarriers } from './carrier'
import { orderSheetColumns, orderWords, type ParcelColumn, type ShownColumn } from './columns'

/** Each parcel ships pieces of a paid order. */
export const shipmentImport: ImportKind = {
  name: 'order',
  columns: orderSheetColumns,
  keys: ['order_no'],
  other_columns: 'refused',
  dates: ['created_at', 'paid_at', 'shipped_at'],
  guarded: {},
  words: orderWords,
  record: sql`(${import_row.target} ->> 'order_id', ${import_row.changes} #>> '{carrier,1}', ${import_row.changes} #>> '{tracking_no,1}')`,
  async analyze(db, lines) {
    const orders = await readOrders(db, lines)
    const carriers = { enabled: await readCarriers(db), all: await readCarriers(db, 'all') }
    const drafts = lines.map((line) => new Draft(line, orders, carriers))
    const parcels = parcelsOf(drafts)
    for (const parcel of parcels) judge(parcel)
    const records = recordsOf(drafts, parcels)
    for (const record of records) refuseIncomplete(record)
    return records
      .flatMap((record) => record.map((draft) => draft.analyzed(record[0]?.line ?? draft.line)))
      .sort((a, b) => a.line - b.line)
  },
  async apply(db, rows, { caller, recorder }) {
    const changing = rows.filter(({ result }) => result !== 'unchanged')
    const parcels = grouped(
      changing,
      ({ changes }) => `${wantedOf(changes, 'carrier')} ${wantedOf(changes, 'tracking_no')}`,
    )
    for (const parcel of parcels.values()) {
      const [first] = parcel
      const id = first?.target.order_id
      if (!first || id === undefined) throw new Error('a line without an order was to be applied')
      const ship = (version: number) =>
        shipOrder(
          db,
          id,
          {
            method: 'express',
            carrier: wantedOf(first.changes, 'carrier'),
            tracking_no: wantedOf(first.changes, 'tracking_no'),
            items: itemsOf(parcel),
            version,
          },
          caller.user_id,
        )
      await toldAtLines(
        () => audited({ db, params: { id }, caller, recorder }, ship),
        (refused) => linesOf(refused, parcel),
      )
    }
  },
}

const wantedOf = (changes: ImportRow['changes'], column: ParcelColumn) => changes[column]?.[1] ?? undefined

/** undefined: everything that is left of the order. */
function itemsOf(rows: ImportRow[]) {
  const items = rows.flatMap(({ target: { order_item_id }, changes }) =>
    order_item_id === undefined ? [] : [{ order_item_id, count: Number(wantedOf(changes, 'count')) }],
  )
  return items.length > 0 ? items : undefined
}

/** At the column that the problem names, else at `order_no`. */
function linesOf({ code, extras }: Problem, rows: ImportRow[]): Map<number, AnalyzedLine['errors']> {
  const lines = new Map<number, AnalyzedLine['errors']>()
  const add = (row: ImportRow | undefined, column: ParcelColumn, fault: string) => {
    if (!row) return
    const error = { column, code: fault, value: wantedOf(row.changes, column) ?? null }
    lines.set(row.line, [...(lines.get(row.line) ?? []), error])
  }
  for (const { name, code: fault } of extras.invalid_params ?? []) {
    const [field, place] = name.split('.')
    if (field === 'items') add(rows[Number(place)], 'count', fault)
    else for (const row of rows) add(row, field === 'carrier' ? 'carrier' : 'tracking_no', fault)
  }
  if (lines.size === 0) for (const row of rows) add(row, 'order_no', code)
  return lines
}

interface KnownItem {
  id: number
  sku_no: string
  name: string
  spec_text: string
  open_case_id: number | null
  count: number
  shipped_count: number
  kept_count: number
}

/** The counts include the parcels that were read from the file so far. */
interface KnownOrder {
  id: number
  status: OrderStatus
  receiver: string
  isAddressAsked: boolean
  /** May be empty. */
  remark: string
  items: KnownItem[]
  /** Sent before the import. `pieces`: by the id of a line of the order. */
  shipments: { carrier: string | null; tracking_no: string | null; pieces: Map<number, number> }[]
  parcels: number
}

/** By order number. */
async function readOrders(db: Database, lines: SheetLine[]): Promise<Map<string, KnownOrder>> {
  const numbers = [...new Set(lines.flatMap(({ cells }) => codeOf(cells.get('order_no') ?? '') || []))]
  const rows = await db
    .select({
      id: order.id,
      order_no: order.order_no,
      status: order.status,
      receiver: order.receiver,
      asked_receiver: order.asked_receiver,
      remark: order.remark,
    })
    .from(order)
    .where(inArray(order.order_no, numbers))
  const ids = rows.map(({ id }) => id)
  const items = await db
    .select({
      id: order_item.id,
      order_id: order_item.order_id,
      sku_no: sku.sku_no,
      name: order_item.name,
      spec_text: order_item.spec_text,
      open_case_id,
      count: order_item.count,
      shipped_count: order_item.shipped_count,
      kept_count: order_item.kept_count,
    })
    .from(order_item)
    .innerJoin(sku, eq(sku.id, order_item.sku_id))
    .where(inArray(order_item.order_id, ids))
    .orderBy(order_item.id)
  const sent = await db
    .select({
      id: shipment.id,
      order_id: shipment.order_id,
      carrier: shipment.carrier,
      tracking_no: shipment.tracking_no,
      order_item_id: shipment_item.order_item_id,
      count: shipment_item.count,
    })
    .from(shipment)
    .innerJoin(shipment_item, eq(shipment_item.shipment_id, shipment.id))
    .where(and(inArray(shipment.order_id, ids), isNull(shipment.revoked_at)))
    .orderBy(shipment.id)
  const itemsBy = grouped(items, ({ order_id }) => order_id)
  const sentBy = grouped(sent, ({ order_id }) => order_id)
  return new Map(
    rows.map(({ id, order_no, status, receiver, asked_receiver, remark }) => {
      const shipments = [...grouped(sentBy.get(id) ?? [], (one) => one.id).values()].flatMap((pieces) => {
        const [first] = pieces
        return first ? [{ ...first, pieces: new Map(pieces.map((one) => [one.order_item_id, one.count])) }] : []
      })
      const known = { id, status, remark, receiver: receiver.name, items: itemsBy.get(id) ?? [] }
      const isAddressAsked = asked_receiver !== null
      return [order_no, { ...known, isAddressAsked, shipments, parcels: shipments.length }]
    }),
  )
}

/** All carriers: for parcels that were sent before their carrier was disabled. */
interface KnownCarriers {
  enabled: Carriers
  all: Carriers
}

/** An export has joined several values. */
const partsOf = (text: string) => text.split(/[;；]/).map((part) => part.trim())

class Draft {
  readonly line: number
  readonly errors: AnalyzedLine['errors']
  /** undefined: unknown order, or neither a carrier nor a tracking number. */
  readonly order: KnownOrder | undefined
  readonly carrier: string | undefined
  readonly tracking_no: string | undefined
  /** undefined: the line is for the whole order, or has an error. */
  readonly item: KnownItem | undefined
  /** undefined: an error, or empty, which means everything that is left. */
  readonly given: number | undefined
  /** undefined: for the whole order, or not yet known. */
  count: number | undefined
  goods: string | undefined
  isUnchanged: boolean
  private readonly cells: SheetLine['cells']
  private readonly texts: SheetLine['texts']

  constructor({ line, cells, texts, errors }: SheetLine, orders: Map<string, KnownOrder>, carriers: KnownCarriers) {
    this.line = line
    this.cells = cells
    this.texts = texts
    this.errors = [...errors]
    this.isUnchanged = this.text('carrier') === '' && this.text('tracking_no') === ''
    if (this.isUnchanged) return
    this.order = this.findOrder(orders)
    const sent = this.sentParcels(carriers.all)
    this.isUnchanged = sent.length > 1
    if (this.isUnchanged) return
    this.carrier = sent[0]?.carrier ?? this.read('carrier', carriers.enabled)
    this.tracking_no = this.read('tracking_no', (text) => readNumber(text, trackingNo, this.texts.has('tracking_no')))
    this.item = this.findItem()
    if (this.text('count') === '') return
    if (this.isWhole) this.fail('sku_no', 'required')
    this.given = this.read('count', (text) => readWhole(text, z.int().min(1).max(maxCount)))
  }

  /** Empty where the file has no such column. */
  text(column: ParcelColumn): string {
    return this.cells.get(column) ?? ''
  }

  get hasErrors(): boolean {
    return this.errors.length > 0
  }

  /** Names no SKU. */
  get isWhole(): boolean {
    return this.text('sku_no') === ''
  }

  /** Made of the cells, so that a line with an invalid cell still belongs to its parcel. */
  get parcel(): string {
    return `${codeOf(this.text('order_no'))} ${dashedCodeOf(this.text('tracking_no'))}`
  }

  fail(column: ParcelColumn | null, code: string, more: Pick<LineError, 'allowed' | 'after_sale_id'> = {}): void {
    this.errors.push({ column, code, value: column && (this.text(column).slice(0, 200) || null), ...more })
  }

  analyzed(record_line: number): AnalyzedLine {
    const { line, errors, order: known, item } = this
    const changes: AnalyzedLine['changes'] = {}
    const result = this.hasErrors ? 'error' : this.isUnchanged ? 'unchanged' : 'create'
    if (result === 'create') {
      const set = (column: ShownColumn, value: string | undefined) => {
        if (value !== undefined) changes[column] = [null, value]
      }
      set('order_no', this.text('order_no'))
      set('receiver', known?.receiver)
      set('remark', known?.remark || undefined)
      set('goods', this.goods)
      set('carrier', this.carrier)
      set('tracking_no', this.tracking_no)
      set('sku_no', item?.sku_no)
      set('count', this.count?.toString())
    }
    const target = { ...(known && { order_id: known.id }), ...(item && { order_item_id: item.id }) }
    return { line, record_line, result, target, changes, errors }
  }

  /** undefined after an error. */
  private read<Value>(column: ParcelColumn, reader: (text: string) => Read<Value>): Value | undefined {
    const text = this.text(column)
    const read = text === '' ? { code: 'required' as const } : reader(text)
    if ('value' in read) return read.value
    this.fail(column, read.code)
    return undefined
  }

  /** `not_found`, or `number_format` if a spreadsheet has converted the number to a quantity (1.2E+14). */
  private failToFind(column: ParcelColumn): undefined {
    const read = readCode(this.text(column), lineOfText(1, 64), this.texts.has(column))
    this.fail(column, 'code' in read && read.code === 'number_format' ? read.code : 'not_found')
  }

  /** Written by an export. Empty where a parcel is unknown or belongs to another order. */
  private sentParcels(carriers: Carriers): KnownOrder['shipments'] {
    const names = partsOf(this.text('carrier'))
    const sent = partsOf(this.text('tracking_no')).flatMap((part, at) => {
      const number = dashedCodeOf(part)
      const read = carriers(names[at] ?? '')
      const carrier = 'value' in read ? read.value : undefined
      return this.order?.shipments.find((one) => one.tracking_no === number && one.carrier === carrier) ?? []
    })
    return sent.length === names.length ? sent : []
  }

  private findOrder(orders: Map<string, KnownOrder>): KnownOrder | undefined {
    const text = this.text('order_no')
    if (text === '') return void this.fail('order_no', 'required')
    return orders.get(codeOf(text)) ?? this.failToFind('order_no')
  }

  private findItem(): KnownItem | undefined {
    if (this.isWhole || !this.order) return undefined
    const [item, ...others] = this.order.items.filter(({ sku_no }) => sku_no === this.text('sku_no'))
    // Two items can have the same number: it may have moved to another SKU between two purchases.
    if (others.length > 0) return void this.fail('sku_no', 'ambiguous')
    return item ?? this.failToFind('sku_no')
  }
}

interface Parcel {
  known: KnownOrder
  carrier: string
  tracking_no: string
  drafts: Draft[]
}

/** By order, carrier and tracking number, sorted as in the file. */
function parcelsOf(drafts: Draft[]): Parcel[] {
  const named = drafts.flatMap((draft) => {
    const { order: known, carrier, tracking_no } = draft
    return known && carrier !== undefined && tracking_no !== undefined ? [{ known, carrier, tracking_no, draft }] : []
  })
  const groups = grouped(named, ({ known, carrier, tracking_no }) => `${known.id} ${carrier} ${tracking_no}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, drafts: group.map(({ draft }) => draft) })),
  )
}

/** A parcel that was sent before is unchanged. A new one without errors lowers the pieces left. */
function judge(parcel: Parcel): void {
  const { known, carrier, tracking_no, drafts } = parcel
  const same = known.shipments.find((one) => one.carrier === carrier && one.tracking_no === tracking_no)
  refuseRepeated(drafts)
  if (same) {
    for (const draft of drafts) recognize(draft, same.pieces)
    return
  }
  if (known.status !== 'paid') {
    for (const draft of drafts) draft.fail('order_no', 'order_state')
    return
  }
  if (known.isAddressAsked) {
    for (const draft of drafts) draft.fail('order_no', 'address_asked')
    return
  }
  for (const draft of drafts) if (!draft.hasErrors) refuseOpenCase(draft, known)
  for (const draft of drafts) if (!draft.hasErrors) count(draft, known)
  if (drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) take(draft, known)
  known.parcels += 1
  const isRoom =
    known.parcels < maxParcels || (known.parcels === maxParcels && known.items.every((item) => leftOf(item) === 0))
  if (!isRoom) for (const draft of drafts) draft.fail('order_no', 'limit_reached')
}

/** A parcel has either one line for everything that is left, or one line per SKU. */
function refuseRepeated(drafts: Draft[]): void {
  const seen = new Set<string>()
  for (const draft of drafts) {
    const name = draft.text('sku_no')
    if (seen.has(name)) draft.fail(draft.isWhole ? 'tracking_no' : 'sku_no', 'duplicate')
    else if (draft.isWhole && drafts.some((one) => !one.isWhole)) draft.fail('sku_no', 'required')
    seen.add(name)
  }
}

/** Unchanged, or an error if the pieces differ from the sent pieces. */
function recognize(draft: Draft, pieces: Map<number, number>): void {
  if (draft.hasErrors) return
  const sent = draft.item && pieces.get(draft.item.id)
  const isSame = draft.isWhole || (sent !== undefined && (draft.given ?? sent) === sent)
  if (isSame) draft.isUnchanged = true
  else draft.fail('tracking_no', 'already_exists')
}

/** The pieces are not shipped before the case is decided. */
function refuseOpenCase(draft: Draft, { items }: KnownOrder): void {
  const wanted = draft.item ? [draft.item] : items.filter((item) => leftOf(item) > 0)
  const after_sale_id = wanted.flatMap(({ open_case_id: id }) => id ?? [])[0]
  if (after_sale_id !== undefined) draft.fail(draft.item ? 'sku_no' : 'order_no', 'after_sale_open', { after_sale_id })
}

/** Adds an error if the line has more pieces than are left. */
function count(draft: Draft, known: KnownOrder): void {
  const { item, given } = draft
  const left = (item ? [item] : known.items).reduce((sum, one) => sum + leftOf(one), 0)
  const wanted = given ?? left
  draft.count = item && wanted
  if (wanted > 0 && wanted <= left) return
  const column = given !== undefined ? 'count' : item ? 'sku_no' : 'order_no'
  const isKept = item !== undefined && item.kept_count > 0 && wanted <= left + item.kept_count
  draft.fail(column, isKept ? 'being_refunded' : 'out_of_range')
}

function take(draft: Draft, known: KnownOrder): void {
  const { item, count: taken = 0 } = draft
  const pieces = (item ? [item] : known.items).flatMap((one) => {
    const wanted = item ? taken : leftOf(one)
    return wanted > 0 ? { one, wanted } : []
  })
  draft.goods = goodsOf(pieces.map(({ one, wanted }) => ({ ...one, count: wanted })))
  for (const { one, wanted } of pieces) one.shipped_count += wanted
}

/**
 * One group per parcel. A parcel of all pieces left takes all lines of its order: otherwise it could take pieces of
 * another parcel that fails.
 */
function recordsOf(drafts: Draft[], parcels: Parcel[]): Draft[][] {
  const whole = new Set(
    parcels.flatMap(({ known, drafts: own }) =>
      own.some((draft) => draft.isWhole && !draft.isUnchanged) ? known.id : [],
    ),
  )
  const records = grouped(drafts, (draft) => {
    if (!draft.order) return draft
    return whole.has(draft.order.id) ? draft.order.id : draft.parcel
  })
  return [...records.values()]
}

/**
 * A parcel is applied with all of its lines or not at all. Otherwise the corrected line, uploaded again, would be
 * refused because the parcel exists.
 */
function refuseIncomplete(drafts: Draft[]): void {
  if (!drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) if (!draft.hasErrors && !draft.isUnchanged) draft.fail(null, 'incomplete')
}
