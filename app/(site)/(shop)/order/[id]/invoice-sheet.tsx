'use client'

import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { Sheet } from '@/components/shop/sheet'
import { Failure } from '@/components/ui/failure'
import { newIntention } from '@/components/ui/intention'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import type { invoiceKinds } from '@/db/enums'
import { send } from '@/lib/server/client'
import { useFaults } from '../../me/use-faults'

const names = ['title', 'tax_no', 'email', 'phone', 'bank', 'bank_account', 'address'] as const
const further = ['phone', 'bank', 'bank_account', 'address'] as const

interface InvoiceSheetProps {
  order: OrderDetail
  /** The id of a request; undefined: asks for an invoice. */
  corrected: number | undefined
  onClose: () => void
  onChanged: (order: OrderDetail) => void
}

export default function InvoiceSheet({ order, corrected, onClose, onChanged }: InvoiceSheetProps) {
  const t = useTranslations('purchase.order.invoice.sheet')
  const { token, asCustomer } = useCustomer()
  const read = async () => {
    if (corrected !== undefined)
      return asCustomer((token) => send('GET /v1/invoice/{id}', { params: { id: corrected }, token }))
    // Without the last title, the form begins empty.
    const last = await asCustomer((token) => send('GET /v1/invoice', { query: { size: 1 }, token })).catch(
      () => undefined,
    )
    return last?.items[0] ?? null
  }
  const { value, isFailed, reload } = useRead(read, token)
  return (
    <Sheet title={t(corrected === undefined ? 'title' : 'correctTitle')} onClose={onClose}>
      {isFailed && <Failure onRetry={reload} />}
      {value !== undefined && (
        <InvoiceForm order={order} corrected={corrected} last={value} onClose={onClose} onChanged={onChanged} />
      )}
    </Sheet>
  )
}

type Last = Pick<NonNullable<OrderDetail['invoice']>, 'title'> & {
  kind: (typeof invoiceKinds)[number]
} & Record<Exclude<(typeof names)[number], 'title'>, string | null>

function InvoiceForm({ order, corrected, last, onClose, onChanged }: InvoiceSheetProps & { last: Last | null }) {
  const t = useTranslations('purchase.order.invoice.sheet')
  const format = useFormatter()
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [kind, setKind] = useState(last?.kind ?? 'personal')
  // Both names are kept while the customer changes between person and company.
  const [titles, setTitles] = useState({ personal: '', company: '', ...(last && { [last.kind]: last.title }) })
  const [isBusy, setBusy] = useState(false)
  const [intention] = useState(newIntention)
  const { faults, setFaults, atFields } = useFaults(names)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = Object.fromEntries(
      names.flatMap((name) => {
        const text = String(form.get(name) ?? '').trim()
        return text === '' ? [] : [[name, text]]
      }),
    )
    const missing = kind === 'company' ? (['title', 'tax_no'] as const) : (['title'] as const)
    const empty = missing.filter((name) => given[name] === undefined)
    if (empty.length > 0) return setFaults(Object.fromEntries(empty.map((name) => [name, t('required')])))
    const buyer = { title: '', ...given, kind }
    const body = { ...buyer, order_id: order.id }
    const request = async () => {
      await asCustomer((token) =>
        corrected === undefined
          ? send('POST /v1/invoice', { body, token, idempotency_key: intention.keyFor(body) })
          : send('PUT /v1/invoice/{id}', { params: { id: corrected }, body: buyer, token }),
      )
      onChanged(await asCustomer((token) => send('GET /v1/order/{id}', { params: { id: order.id }, token })))
    }
    setBusy(true)
    const isSent = await act(() => atFields(request), {
      success: t('sent'),
      failure: t('failed'),
      keepsInput: true,
      isLocal: true,
    })
    setBusy(false)
    if (isSent) onClose()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('amount', { amount: format.number((order.paid_amount - order.refunded_amount) / 100, 'price') })}
        </Text>
        <SegmentedControl
          aria-label={t('kind')}
          data={[
            { value: 'personal', label: t('personal') },
            { value: 'company', label: t('company') },
          ]}
          value={kind}
          onChange={(value) => {
            setKind(value === 'company' ? 'company' : 'personal')
            setFaults({})
          }}
        />
        <TextInput
          name="title"
          label={t('name')}
          placeholder={kind === 'company' ? t('nameCompany') : t('namePersonal')}
          autoComplete={kind === 'company' ? 'organization' : 'name'}
          maxLength={100}
          required
          value={titles[kind]}
          onChange={({ currentTarget }) => setTitles({ ...titles, [kind]: currentTarget.value })}
          error={faults.title}
        />
        {kind === 'company' && (
          <TextInput
            name="tax_no"
            label={t('tax_no')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            required
            defaultValue={last?.tax_no ?? ''}
            error={faults.tax_no}
          />
        )}
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          label={t('email')}
          description={t('emailHelp')}
          autoComplete="email"
          maxLength={254}
          defaultValue={last?.email ?? ''}
          error={faults.email}
        />
        {kind === 'company' && (
          <details open={further.some((name) => last?.[name])}>
            <summary>{t('more')}</summary>
            <Stack gap="sm" mt="xs">
              {further.map((name) => (
                <TextInput
                  key={name}
                  name={name}
                  label={t(name)}
                  autoComplete="off"
                  maxLength={name === 'address' ? 200 : name === 'bank' ? 100 : 40}
                  defaultValue={last?.[name] ?? ''}
                  error={faults[name]}
                />
              ))}
            </Stack>
          </details>
        )}
        <Button type="submit" size="md" loading={isBusy}>
          {t(corrected === undefined ? 'send' : 'correct')}
        </Button>
      </Stack>
    </form>
  )
}
