'use client'

import { Button, NativeSelect, SegmentedControl, Text, Textarea } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { MissingOrder } from '@/components/shop/order/missing-order'
import classes from '@/components/shop/order/order.module.css'
import { isSomethingLeft } from '@/components/shop/order/pieces-of'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { Photos } from '@/components/shop/photos/photos'
import { StickyBar } from '@/components/shop/sticky-bar'
import { useDict } from '@/components/shop/use-dict'
import { useKept } from '@/components/shop/use-kept'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { FormUploads, useFormUploads } from '@/components/ui/form-uploads'
import { newIntention } from '@/components/ui/intention'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { type CallInput, SendError, send } from '@/lib/server/client'
import { type Draft, firstDraft, isDraft, isReturnable, itemsIn, linesIn } from './draft'
import { RequestedItem } from './requested-item'

export function RequestScreen({ order_id }: { order_id: number }) {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <RequestFor order_id={order_id} />
    </CustomerGate>
  )
}

function RequestFor({ order_id }: { order_id: number }) {
  const { token, asCustomer } = useCustomer()
  /** null: no such order of the customer. */
  const read = async () => {
    try {
      return await asCustomer((token) => send('GET /v1/order/{id}', { params: { id: order_id }, token }))
    } catch (error) {
      if (error instanceof SendError && error.code === 'not_found') return null
      throw error
    }
  }
  const order = useRead(read, `${token} ${order_id}`)
  const dict = useDict()
  if (order.isFailed) return <Failure onRetry={order.reload} />
  if (order.value === null) return <MissingOrder />
  if (dict.isFailed) return <Failure onRetry={dict.reload} />
  if (!order.value || !dict.entries) return <ListSkeleton />
  return <Request order={order.value} reasons={dict.entries.filter(({ type }) => type === 'after_sale_reason')} />
}

interface RequestProps {
  order: OrderDetail
  reasons: { value: string; label: string }[]
}

/** The server computes the amount. */
export function Request({ order, reasons }: RequestProps) {
  const t = useTranslations('purchase.case')
  const router = useRouter()
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [intention] = useState(newIntention)
  const initial = firstDraft(order)
  const [draft, setDraft] = useKept(`case.${order.id}`, initial, isDraft)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const kind = isReturnable(order) ? draft.kind : 'refund'
  const reason_code = reasons.some(({ value }) => value === draft.reason) ? draft.reason : ''
  const uploads = useFormUploads()
  const tPhotos = useTranslations('purchase.photos')
  const [isEmpty, setEmpty] = useState(false)
  const [hasNoReason, setNoReason] = useState(false)
  const tInvalid = useTranslations('refusal.invalid')
  const [isBusy, setBusy] = useState(false)

  const lines = linesIn(order, { ...draft, kind })
  const items = itemsIn(lines, { ...draft, kind })
  const choose = (change: Partial<Draft>) => {
    setEmpty(false)
    set(change)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (uploads.isUploading) return
    const isWithoutReason = reason_code === ''
    setEmpty(items.length === 0)
    setNoReason(isWithoutReason)
    if (isWithoutReason && items.length > 0) event.currentTarget.querySelector<HTMLElement>('[name=reason]')?.focus()
    if (isWithoutReason || items.length === 0) return
    const image_ids = draft.photos.map(({ id }) => id)
    const body = { order_id: order.id, kind, reason_code, description: draft.description, image_ids, items }
    setBusy(true)
    const request = () =>
      asCustomer((token) => send('POST /v1/after_sale', { body, token, idempotency_key: intention.keyFor(body) }))
    const isSent = await act(request, {
      success: t('sent'),
      failure: t('notSent'),
      isLeading: true,
      keepsInput: true,
      isLocal: true,
    })
    setBusy(false)
    if (!isSent) return
    intention.done()
    setDraft(initial)
    router.replace(`/after_sale?order_id=${order.id}`)
  }
  if (!isSomethingLeft(order))
    return (
      <EmptyState
        icon={<IconReceiptRefund size={32} aria-hidden="true" />}
        title={t('nothingLeft')}
        description={t('nothingLeftDescription')}
        actions={
          <Button component={Link} href={`/after_sale?order_id=${order.id}`}>
            {t('toCases')}
          </Button>
        }
      />
    )
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div className={classes.blocks}>
        {isReturnable(order) && (
          <SegmentedControl
            aria-label={t('kindLabel')}
            classNames={{ root: classes.kinds }}
            data={[
              { value: 'refund', label: t('kind.refund') },
              { value: 'return_refund', label: t('kind.return_refund') },
            ]}
            value={kind}
            onChange={(value) => choose({ kind: value === 'return_refund' ? 'return_refund' : 'refund' })}
          />
        )}
        <section className={classes.card} aria-label={t('items')}>
          {lines.map((line) => (
            <RequestedItem
              key={line.item.id}
              line={line}
              kind={kind}
              hasRest={draft.rest[line.item.id] === true}
              onCount={(count) => choose({ counts: { ...draft.counts, [line.item.id]: count } })}
              onRest={(hasRest) => choose({ rest: { ...draft.rest, [line.item.id]: hasRest } })}
            />
          ))}
          <Text role="alert" size="sm" c="red" className={classes.alert}>
            {isEmpty && t('chooseItems')}
          </Text>
        </section>
        <section className={classes.card} aria-label={t('reason')}>
          {/* The reason may decide which side pays the postage. */}
          <NativeSelect
            name="reason"
            label={t('reason')}
            error={hasNoReason ? tInvalid('required') : undefined}
            required
            data={[{ value: '', label: t('chooseReason') }, ...reasons]}
            value={reason_code}
            onChange={({ currentTarget }) => {
              setNoReason(false)
              set({ reason: currentTarget.value })
            }}
          />
          <Textarea
            label={t('description')}
            maxLength={500}
            autosize
            minRows={3}
            value={draft.description}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          />
          <FormUploads value={uploads.track}>
            <Photos
              photos={draft.photos}
              onChange={(change) => setDraft((before) => ({ ...before, photos: change(before.photos) }))}
            />
          </FormUploads>
        </section>
      </div>
      <StickyBar>
        <Amount request={{ order_id: order.id, kind, items }} />
        <Button type="submit" size="md" flex={1} loading={isBusy} disabled={uploads.isUploading}>
          {uploads.isUploading ? tPhotos('wait') : t('submit')}
        </Button>
      </StickyBar>
    </form>
  )
}

function Amount({ request }: { request: CallInput<'POST /v1/after_sale/preview'>['body'] }) {
  const t = useTranslations('purchase.case')
  const format = useFormatter()
  const { asCustomer } = useCustomer()
  const isEmpty = request.items.length === 0
  const read = () => asCustomer((token) => send('POST /v1/after_sale/preview', { body: request, token }))
  const key = JSON.stringify(request)
  const { value, isFailed } = useRead(isEmpty ? undefined : () => read().then((preview) => ({ preview, key })), key)
  const preview = !isEmpty && !isFailed && value?.key === key ? value.preview : undefined
  return (
    <div role="status" className={classes.amount}>
      <Text span size="xs" c="dimmed">
        {t('amount')}
      </Text>
      <Text span fw={650} size="lg" lh={1.3}>
        {preview ? format.number(preview.requested_amount / 100, 'price') : '–'}
      </Text>
      {preview && preview.freight_amount > 0 && (
        <Text span size="xs" c="dimmed">
          {t('withFreight', { amount: format.number(preview.freight_amount / 100, 'price') })}
        </Text>
      )}
    </div>
  )
}
