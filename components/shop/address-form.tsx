'use client'

import { Button, Checkbox, Group, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePlainFaultText } from '@/components/ui/failure-text'
import { newIntention } from '@/components/ui/intention'
import { onDemand } from '@/components/ui/on-demand'
import { usePastedAddress } from '@/components/ui/region/use-pasted-address'
import { useAction } from '@/components/ui/use-action'
import { SendError, send } from '@/lib/server/client'
import classes from './address-book.module.css'
import { useCustomer } from './customer/provider'
import { isWrongMobile } from './mobile'
import type { Address } from './place'

// Loaded with the form, because it includes the regions of the country.
const RegionFields = onDemand(async () => (await import('@/components/ui/region/region-fields')).default, {
  waiting: <Skeleton h={60} className={classes.wide} />,
})

interface AddressFormProps {
  address: Address | undefined
  /** Left by a form that was closed without Save or Cancel. */
  draft?: AddressDraft | undefined
  /** No address yet, so the new one becomes the default. */
  isFirst?: boolean
  onSaved: (address: Address) => void
  onDraft?: (draft: AddressDraft) => void
  onCancel?: () => void
}

const keys = ['name', 'mobile', 'province', 'city', 'district', 'detail'] as const
type Key = (typeof keys)[number]

export type AddressDraft = Record<Key, string> & { is_default: boolean }

const autoComplete: Record<Key, string> = {
  name: 'name',
  mobile: 'tel',
  province: 'address-level1',
  city: 'address-level2',
  district: 'address-level3',
  detail: 'street-address',
}

const empty: Record<Key, string> = { name: '', mobile: '', province: '', city: '', district: '', detail: '' }

export function AddressForm({ address, draft, isFirst = false, onSaved, onDraft, onCancel }: AddressFormProps) {
  const t = useTranslations('account.address')
  const faultText = usePlainFaultText()
  const { asCustomer } = useCustomer()
  const act = useAction()
  const [addition] = useState(newIntention)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  // The element that opened the form disappears. A sheet only moves the focus when it opens.
  useEffect(() => first.current?.focus(), [])
  const [value, setValue] = useState<AddressDraft>(() => draft ?? { ...(address ?? empty), is_default: isFirst })
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})

  const save = (body: Record<Key, string> & { is_default?: true }) =>
    asCustomer((token) =>
      address
        ? send('PUT /v1/address/{id}', { params: { id: address.id }, body, token })
        : send('POST /v1/address', { body, token, idempotency_key: addition.keyFor(body) }),
    )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const { name, mobile, province, city, district, detail, is_default } = value
    const fields = { name, mobile, province, city, district, detail }
    setBusy(true)
    setFaults({})
    const show = (found: Partial<Record<string, string>>) => {
      setFaults(found)
      const first = keys.find((key) => found[key])
      element.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    }
    const request = async () => {
      if (isWrongMobile(fields.mobile)) return show({ mobile: t('mobileFault') })
      try {
        const saved = await save({ ...fields, ...(is_default && { is_default }) })
        addition.done()
        onSaved(saved)
      } catch (error) {
        const invalid = error instanceof SendError ? error.invalid_params : []
        if (invalid.length === 0) throw error
        show(Object.fromEntries(invalid.map((fault) => [fault.name, faultText(fault, 'text')])))
      }
    }
    await act(request, { failure: t('notSaved'), keepsInput: true, isLocal: true })
    setBusy(false)
  }
  const change = (part: Partial<AddressDraft>) => {
    const next = { ...value, ...part }
    setValue(next)
    onDraft?.(next)
    const corrected = keys.filter((key) => next[key] !== value[key])
    setFaults((before) => ({ ...before, ...Object.fromEntries(corrected.map((key) => [key, undefined])) }))
  }
  const paste = usePastedAddress(change)
  const input = (key: Key) => ({
    name: key,
    label: t(key),
    autoComplete: autoComplete[key],
    error: faults[key],
    withAsterisk: key !== 'district',
  })
  const typed = (key: 'name' | 'mobile' | 'detail') => ({
    ...input(key),
    value: value[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [key]: currentTarget.value }),
  })
  return (
    <form
      className={classes.form}
      aria-label={t(address ? 'editTitle' : 'add')}
      noValidate
      onSubmit={submit}
      onPaste={paste}
    >
      <TextInput {...typed('name')} ref={first} placeholder={t('namePlaceholder')} data-autofocus />
      <TextInput {...typed('mobile')} type="tel" inputMode="tel" />
      <div className={classes.region}>
        <RegionFields value={value} onChange={change} attributesOf={input} />
      </div>
      <Textarea {...typed('detail')} autosize minRows={2} />
      {!address?.is_default && (
        <Checkbox
          label={t('makeDefault')}
          checked={value.is_default}
          onChange={({ currentTarget }) => change({ is_default: currentTarget.checked })}
        />
      )}
      <Group grow mt="xs">
        {onCancel && (
          <Button size="md" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button size="md" type="submit" loading={isBusy}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}
