import { sql } from 'drizzle-orm'
import { import_row } from '@/db/schema/import'
import type { Problem } from '@/lib/kit/api/endpoint/problem'
import { grouped } from '@/lib/kit/grouped'
import { type AnalyzedLine, type ImportKind, type ImportRow, toldAtLines } from '@/lib/kit/import/kind'
import { audited } from '@/lib/order/audited'
import { shipOrder } from '@/lib/order/ship/ship'
import { readCarriers } from './carrier'
import { orderSheetColumns, orderWords, type ParcelColumn } from './columns'
import { Draft } from './draft'
import { readOrders, readReceivers } from './known'
import { judge, parcelsOf, recordsOf, refuseIncomplete, warnOfOtherReceivers } from './parcels'

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
    warnOfOtherReceivers(drafts, await readReceivers(db, drafts))
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
          caller,
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
