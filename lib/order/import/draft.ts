import { z } from 'zod'
import type { OrderStatus } from '@/db/enums'
import type { LineError, LineWarning } from '@/db/schema/import'
import type { Receiver } from '@/db/schema/order'
import { codeOf, dashedCodeOf } from '@/lib/kit/api/endpoint/code'
import { line as lineOfText, trackingNo } from '@/lib/kit/api/endpoint/fields'
import { type Read, readCode, readNumber, readWhole } from '@/lib/kit/import/cells'
import type { AnalyzedLine, SheetLine } from '@/lib/kit/import/kind'
import { maxCount } from '@/lib/order/cms-schema'
import type { Carriers } from './carrier'
import type { ParcelColumn, ShownColumn } from './columns'

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
export interface KnownOrder {
  id: number
  status: OrderStatus
  receiver: Receiver
  isAddressAsked: boolean
  /** May be empty. */
  remark: string
  items: KnownItem[]
  /** Sent before the import. `pieces`: by the id of a line of the order. */
  shipments: { carrier: string | null; tracking_no: string | null; pieces: Map<number, number> }[]
  parcels: number
}

/** All carriers: for parcels that were sent before their carrier was disabled. */
interface KnownCarriers {
  enabled: Carriers
  all: Carriers
}

/** An export has joined several values. */
const partsOf = (text: string) => text.split(/[;；]/).map((part) => part.trim())

export class Draft {
  readonly line: number
  readonly errors: AnalyzedLine['errors']
  readonly warnings: LineWarning[] = []
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
    const { line, errors, warnings, order: known, item } = this
    const changes: AnalyzedLine['changes'] = {}
    const result = this.hasErrors ? 'error' : this.isUnchanged ? 'unchanged' : 'create'
    if (result === 'create') {
      const set = (column: ShownColumn, value: string | undefined) => {
        if (value !== undefined) changes[column] = [null, value]
      }
      set('order_no', this.text('order_no'))
      set('receiver', known?.receiver.name)
      set('remark', known?.remark || undefined)
      set('goods', this.goods)
      set('carrier', this.carrier)
      set('tracking_no', this.tracking_no)
      set('sku_no', item?.sku_no)
      set('count', this.count?.toString())
    }
    const target = { ...(known && { order_id: known.id }), ...(item && { order_item_id: item.id }) }
    return { line, record_line, result, target, changes, errors, warnings }
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
