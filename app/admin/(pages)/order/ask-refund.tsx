'use client'

import { Loader, Stack, Text, Textarea } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AskProps, RowOf } from '@/components/admin/resource-table/declaration'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'
import { Failure } from '@/components/ui/failure'
import { useRead } from '@/components/ui/use-read'
import { type ActionRefusal, actionRefusals } from '@/db/enums'
import type { ProblemCode } from '@/lib/kit/api/endpoint/problem'
import { CancelInput, RefundInput } from '@/lib/order/change/cms-schema'
import { type Answer, SendError, send } from '@/lib/server/client'
import { amountName, refusalName } from './planned'
import { RefusedOrders } from './refused-orders'
import { useRefusals } from './use-refusals'

interface AskRefundProps extends AskProps {
  action: 'refund' | 'cancel'
  rows: readonly RowOf<'GET /cms/order'>[]
}

type Previewed = Answer<'GET /cms/order/refund/preview'>['items'][number]

/** Passes a query string for {@link refundIn}, {@link cancellationIn} and `planned.ts`; undefined: incomplete. */
export function AskRefund({ action, rows, onEnter }: AskRefundProps) {
  const t = useTranslations('sale.bulk')
  const format = useFormatter()
  const whyOf = useReasons()
  const cancelReasons = useDictionaryOptions('cancel_reason')
  const refundReasons = useDictionaryOptions('refund_reason')
  const [cancelReason, setCancelReason] = useState('')
  const [refundReason, setRefundReason] = useState('')
  const [note, setNote] = useState('')
  const ids = rows.map(({ id }) => id).join()
  const read = useRead(() => send('GET /cms/order/refund/preview', { query: { ids, action } }), ids)
  const orders = read.value?.items ?? []
  const possible = orders.filter(({ reason }) => reason === null)
  const refused = orders.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]))
  const unpaid = possible.some(({ status }) => status === 'unpaid')
  const paid = possible.some(({ status }) => status !== 'unpaid')
  const isComplete = possible.length > 0 && (!unpaid || cancelReason !== '') && (!paid || refundReason !== '')
  const bodyOf = ({ status, version, amount, items, freight_amount }: Previewed) => ({
    reason_code: status === 'unpaid' ? cancelReason : refundReason,
    ...(note.trim() && { note }),
    expected_amount: amount,
    version,
    ...(action === 'refund' && { items, freight_amount }),
  })
  const entered = new URLSearchParams([
    ...possible.map((one) => [String(one.id), JSON.stringify(bodyOf(one))]),
    ...possible.map(({ id, amount }) => [amountName(id), String(amount)]),
    ...refused.map(({ id, reason }) => [refusalName(id), reason]),
  ]).toString()
  const tell = useEffectEvent(onEnter)
  useEffect(() => tell(isComplete ? entered : undefined), [entered, isComplete])
  if (read.isFailed) return <Failure order={3} onRetry={read.reload} />
  if (!read.value) return <Loader size="sm" />
  const amount = format.number(read.value.amount / 100, 'price')
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {possible.length > 0 ? t('sum', { count: possible.length, amount }) : t('none')}
      </Text>
      {refused.length > 0 && (
        <RefusedOrders
          title={action === 'refund' ? t('refusedRefund') : t('refusedCancel')}
          orders={refused.map(({ id, order_no, reason }) => ({ id, order_no, why: whyOf(action, reason) }))}
        />
      )}
      {unpaid && (
        <Choice
          label={t('cancelReason')}
          withAsterisk
          data={cancelReasons.map(({ value, label }) => ({ value, label }))}
          value={cancelReason || null}
          onChange={setCancelReason}
        />
      )}
      {paid && (
        <Choice
          label={t('refundReason')}
          withAsterisk
          data={refundReasons.map(({ value, label }) => ({ value, label }))}
          value={refundReason || null}
          onChange={setRefundReason}
        />
      )}
      {possible.length > 0 && (
        <Textarea
          label={t('note')}
          autosize
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      )}
    </Stack>
  )
}

/** Explains why an order can be neither refunded nor canceled. */
function useReasons() {
  const t = useTranslations('sale.bulk')
  const textOf = useRefusals()
  return (action: 'refund' | 'cancel', reason: ActionRefusal) => {
    if (reason === 'after_sale_open') return t('caseOpen')
    return reason === 'nothing_left' ? t('nothingLeft') : textOf(action, reason)
  }
}

/** The code with which the server refuses the command. */
const codeOf = (reason: ActionRefusal | undefined): ProblemCode =>
  reason === 'after_sale_open' || reason === 'forbidden' || reason === 'limit_reached' ? reason : 'order_state'

/** From {@link AskRefund}. Throws the refusal if the preview refused the order. */
function bodyIn(entered: string, id: number): unknown {
  const values = new URLSearchParams(entered)
  const body = values.get(String(id))
  if (body !== null) return JSON.parse(body)
  const reason = actionRefusals.find((one) => one === values.get(refusalName(id)))
  throw new SendError(codeOf(reason), `The order was left out: ${reason}.`)
}

/** Throws if the preview refused the order. */
export const refundIn = (entered: string, id: number) => RefundInput.parse(bodyIn(entered, id))

/** Throws if the preview refused the order. */
export const cancellationIn = (entered: string, id: number) => CancelInput.parse(bodyIn(entered, id))
