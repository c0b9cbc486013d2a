import type { Receiver } from '@/db/schema/order'
import { grouped } from '@/lib/kit/grouped'
import { isSameReceiver } from '@/lib/order/same-receiver'
import { goodsOf, leftOf } from '@/lib/order/ship/pieces'
import { maxParcels } from '@/lib/order/ship/ship'
import type { Draft, KnownOrder } from './draft'

interface Parcel {
  known: KnownOrder
  carrier: string
  tracking_no: string
  drafts: Draft[]
}

/** By order, carrier and tracking number, sorted as in the file. */
export function parcelsOf(drafts: Draft[]): Parcel[] {
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
export function judge(parcel: Parcel): void {
  const { known, carrier, tracking_no, drafts } = parcel
  const same = known.shipments.find((one) => one.carrier === carrier && one.tracking_no === tracking_no)
  if (same) {
    for (const draft of drafts) recognize(draft, same.pieces)
    refuseRepeated(drafts)
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
  refuseRepeated(drafts)
  if (drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) take(draft, known)
  known.parcels += 1
  const isRoom =
    known.parcels < maxParcels || (known.parcels === maxParcels && known.items.every((item) => leftOf(item) === 0))
  if (!isRoom) for (const draft of drafts) draft.fail('order_no', 'limit_reached')
}

/** A parcel has either one line for everything that is left, or one line per SKU. Skips lines with errors. */
function refuseRepeated(drafts: Draft[]): void {
  const seen = new Set<string>()
  for (const draft of drafts) {
    if (draft.hasErrors) continue
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
export function recordsOf(drafts: Draft[], parcels: Parcel[]): Draft[][] {
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
export function refuseIncomplete(drafts: Draft[]): void {
  if (!drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) if (!draft.hasErrors && !draft.isUnchanged) draft.fail(null, 'incomplete')
}

/** `sent`: receivers of parcels that were sent before, by tracking number. */
export function warnOfOtherReceivers(drafts: Draft[], sent: ReadonlyMap<string, Receiver[]>): void {
  const shipping = drafts.filter(({ hasErrors, isUnchanged }) => !hasErrors && !isUnchanged)
  const byNumber = grouped(shipping, ({ tracking_no }) => tracking_no ?? '')
  for (const [number, group] of byNumber) {
    const receivers = [...(sent.get(number) ?? []), ...group.flatMap(({ order: known }) => known?.receiver ?? [])]
    for (const { order: known, warnings } of group)
      if (known && receivers.some((other) => !isSameReceiver(other, known.receiver)))
        warnings.push({ column: 'tracking_no', code: 'other_receiver' })
  }
}
