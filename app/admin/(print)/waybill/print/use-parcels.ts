'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFailureText, useFaultText } from '@/components/ui/failure-text'
import { useSession } from '@/components/ui/session'
import { SendError, send } from '@/lib/server/client'
import { useOncePerOrder } from '../../../(pages)/order/use-once-per-order'
import { useCancelWaybill } from '../../../(pages)/waybill/use-cancel-waybill'
import { type Parcel, parcelsOf, type Waybill } from './parcel'

/** As many as the platform is asked for in a request. */
const labelsAtOnce = 20

/** The steps of packing. Each takes the parcels that it applies to, one after the other, and says at each what failed. */
export function useParcels(initial: readonly Parcel[]) {
  const t = useTranslations('waybill')
  const [parcels, setParcels] = useState<readonly Parcel[]>(initial)
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const withSession = useSession()
  const failureText = useFailureText()
  const faultText = useFaultText()
  const once = useOncePerOrder()
  const cancel = useCancelWaybill()

  const change = (key: number, changes: Partial<Parcel>) =>
    setParcels((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const explain = (error: unknown): string => {
    if (!(error instanceof SendError)) return failureText(error).text
    const reason = error.problem?.reason
    if (reason === 'waybill_outdated' || reason === 'waybill_canceled') return t(`refusal.${reason}`)
    const [fault] = error.invalid_params
    if (fault) return faultText(fault, 'text')
    return error.code === 'stale_version' ? t('pack.changed') : failureText(error).text
  }

  /** Returns the parcels as they are after the step. */
  async function each(some: readonly Parcel[], step: (parcel: Parcel) => Promise<Partial<Parcel>>): Promise<Parcel[]> {
    const after: Parcel[] = []
    setProgress({ done: 0, of: some.length })
    for (const [at, parcel] of some.entries()) {
      const changes = await withSession(() => step(parcel)).catch((error: unknown) => ({ failure: explain(error) }))
      change(parcel.key, changes)
      after.push({ ...parcel, ...changes })
      setProgress({ done: at + 1, of: some.length })
    }
    setProgress(undefined)
    return after
  }

  const isUsable = ({ state }: Waybill) => state === 'ready' || state === 'shipped'

  const refusalOf = ({ state, reason }: Waybill): string | undefined => {
    if (state === 'ready') return undefined
    return t(`pack.${state}`, { reason: reason ? `${reason.text} (${reason.code})` : '' })
  }

  const withWaybill = (waybill: Waybill): Partial<Parcel> => ({
    waybill: waybill.state === 'failed' || waybill.state === 'canceled' ? null : waybill,
    failure: refusalOf(waybill),
  })

  const make = (some: readonly Parcel[], account_id: number, remark: string) =>
    each(some, async ({ orders: [first, ...others] }) => {
      if (!first) return {}
      const together = others.map(({ id, version }) => ({ id, version }))
      const body = {
        order_id: first.id,
        version: first.version,
        account_id,
        remark,
        ...(together.length > 0 && { together }),
      }
      try {
        const made = await once(`waybill ${first.id}`, body, (idempotency_key) =>
          send('POST /cms/waybill', { body, idempotency_key }),
        )
        return withWaybill(made)
      } catch (error) {
        const id = error instanceof SendError && error.code === 'already_exists' ? error.problem?.waybill_id : undefined
        if (typeof id !== 'number') throw error
        // Another packer was faster.
        const { waybill, failure } = withWaybill(await send('GET /cms/waybill/{id}', { params: { id } }))
        return { waybill, failure: failure ?? t('pack.another') }
      }
    })

  const readAgain = (some: readonly Parcel[]) =>
    each(some, async ({ waybill }) =>
      waybill ? withWaybill(await send('GET /cms/waybill/{id}', { params: { id: waybill.id } })) : {},
    )

  /** Of waybills that are ready or shipped. */
  async function readLabels(some: readonly Parcel[], parts: 1 | 2): Promise<Parcel[]> {
    const wanted = some.flatMap((parcel) =>
      parcel.waybill?.state === 'ready' || parcel.waybill?.state === 'shipped'
        ? [{ ...parcel, waybill: parcel.waybill }]
        : [],
    )
    const after: Parcel[] = []
    setProgress({ done: 0, of: wanted.length })
    for (let from = 0; from < wanted.length; from += labelsAtOnce) {
      const slice = wanted.slice(from, from + labelsAtOnce)
      const query = { ids: slice.map(({ waybill }) => waybill.id).join(), parts }
      const changes = await withSession(() => send('GET /cms/waybill/label', { query })).then(
        ({ items }) =>
          slice.map((_, at): Partial<Parcel> => {
            const item = items[at]
            if (!item) return {}
            const { waybill, html, reason } = item
            return html === null
              ? {
                  ...withWaybill(waybill),
                  html: undefined,
                  ...(isUsable(waybill) && { failure: t('pack.noLabel', { reason: reason?.text ?? '' }) }),
                }
              : { waybill, html }
          }),
        (error: unknown) => slice.map((): Partial<Parcel> => ({ failure: explain(error) })),
      )
      for (const [at, parcel] of slice.entries()) {
        change(parcel.key, changes[at] ?? {})
        after.push({ ...parcel, ...changes[at] })
      }
      setProgress({ done: from + slice.length, of: wanted.length })
    }
    setProgress(undefined)
    return after
  }

  /** `waybills`: whose labels were printed. */
  async function notePrinted(waybills: readonly Waybill[]): Promise<void> {
    if (waybills.length === 0) return
    await withSession(() => send('POST /cms/waybill/print', { body: { ids: waybills.map(({ id }) => id) } }))
    const printed = new Set(waybills.map(({ id }) => id))
    setParcels((before) =>
      before.map((one) =>
        one.waybill && printed.has(one.waybill.id)
          ? { ...one, waybill: { ...one.waybill, print_count: one.waybill.print_count + 1 } }
          : one,
      ),
    )
  }

  const ship = (some: readonly Parcel[]) =>
    each(some, async ({ orders: [first, ...others], waybill }) => {
      if (!first || waybill?.tracking_no == null) return {}
      const { delivery_id: carrier, tracking_no, items } = waybill
      const together = others.map(({ id, version }) => ({ id, version }))
      const body = {
        method: 'express' as const,
        carrier,
        tracking_no,
        version: first.version,
        ...(items && { items }),
        ...(together.length > 0 && { together }),
      }
      await once(`ship ${first.id}`, body, (idempotency_key) =>
        send('POST /cms/order/{id}/ship', { params: { id: first.id }, body, idempotency_key }),
      )
      return { isShipped: true, failure: undefined, waybill: { ...waybill, state: 'shipped' } }
    })

  /** Then another one can be made. */
  const cancelWaybill = ({ key, waybill }: Parcel) =>
    waybill &&
    cancel(waybill).then((canceled) => {
      change(key, withWaybill(canceled))
      setParcels((before) =>
        before.map((one) =>
          one.key === key ? { ...one, orders: one.orders.map((order) => ({ ...order, is_outdated: false })) } : one,
        ),
      )
    })

  /** By its number, as a scanner reads it. Returns its parcel; undefined: there is no such order. */
  async function scan(order_no: string): Promise<Parcel | undefined> {
    const { items } = await withSession(() =>
      send('GET /cms/waybill/order', { query: { order_no: order_no.toUpperCase() } }),
    )
    const [parcel] = parcelsOf(items)
    if (!parcel) return undefined
    const scanned = new Set(parcel.orders.map(({ id }) => id))
    setParcels((before) => [parcel, ...before.filter((one) => one.orders.every(({ id }) => !scanned.has(id)))])
    return parcel
  }

  return { parcels, progress, make, readAgain, readLabels, notePrinted, ship, scan, cancelWaybill }
}
