'use client'

import { Button, Checkbox, Group, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePlainFaultText } from '@/components/ui/failure-text'
import { newIntention } from '@/components/ui/intention'
import { onDemand } from '@/components/ui/on-demand'
import type { Region } from '@/components/ui/region/regions'
import { useAction } from '@/components/ui/use-action'
import { ungrouped } from '@/lib/kit/api/endpoint/phone'
import { SendError, send } from '@/lib/server/client'
import classes from './address-book.module.css'
import { useCustomer } from './customer/provider'
import type { Address } from './place'

// Loaded with the form, because it includes the regions of the country.
const RegionFields = onDemand(async () => (await import('@/components/ui/region/region-fields')).default, {
  waiting: <Skeleton h={60} className={classes.wide} />,
})

interface AddressFormProps {
  /** Undefined: a new one. */
  address: Address | undefined
  /** The input of the form before it was closed. */
  draft?: AddressDraft | undefined
  /** There is no address yet, so it becomes the default. */
  isFirst?: boolean
  onSaved: (address: Address) => void
  /** Called when a field was typed or chosen. */
  onDraft?: (draft: AddressDraft) => void
  onCancel?: () => void
}

const keys = ['name', 'mobile', 'province', 'city', 'district', 'detail'] as const
type Key = (typeof keys)[number]

/** The input of the form. */
export type AddressDraft = Record<Key, string> & { is_default: boolean }

const isRegion = (key: Key): key is keyof Region => key === 'province' || key === 'city' || key === 'district'

/**
 * Whether a mobile number would be accepted by the shop but not by carriers: it must have eleven digits, as in mainland
 * China, or begin with the code of another country. The shop reports a missing number.
 */
const isWrongMobile = (text: string) => !/^((\+?86)?1\d{10}|\+(?!86).*)?$/.test(ungrouped(text))

/** The region is chosen from lists, which are not part of the form element. */
function typedIn(element: HTMLFormElement, region: Region): AddressDraft {
  const form = new FormData(element)
  const text = (key: Key) => String(form.get(key) ?? '')
  const typed = { name: text('name'), mobile: text('mobile'), detail: text('detail') }
  return { ...typed, ...region, is_default: form.has('is_default') }
}

const autoComplete: Record<Key, string> = {
  name: 'name',
  mobile: 'tel',
  province: 'address-level1',
  city: 'address-level2',
  district: 'address-level3',
  detail: 'street-address',
}

const empty: Record<Key, string> = { name: '', mobile: '', province: '', city: '', district: '', detail: '' }

/** The form of an address. Faults from the server are shown at their fields. */
export function AddressForm({ address, draft, isFirst = false, onSaved, onDraft, onCancel }: AddressFormProps) {
  const t = useTranslations('account.address')
  const faultText = usePlainFaultText()
  const { asCustomer } = useCustomer()
  const act = useAction()
  const [addition] = useState(newIntention)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  // The element that opened the form is removed with the list. A sheet moves the focus only when it opens itself.
  useEffect(() => first.current?.focus(), [])
  const form = useRef<HTMLFormElement>(null)
  const [start] = useState<AddressDraft>(() => draft ?? { ...(address ?? empty), is_default: isFirst })
  const { province, city, district } = start
  const [region, setRegion] = useState<Region>({ province, city, district })
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
    const { is_default, ...fields } = typedIn(element, region)
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
  /** Clears the faults of corrected fields. */
  const correct = (...corrected: Key[]) =>
    setFaults((before) => ({ ...before, ...Object.fromEntries(corrected.map((key) => [key, undefined])) }))
  const changeRegion = (next: Region) => {
    setRegion(next)
    // A choice from a list is no input event of the form.
    if (form.current) onDraft?.(typedIn(form.current, next))
    correct(...keys.filter((key) => isRegion(key) && next[key] !== region[key]))
  }
  const input = (key: Key) => ({
    name: key,
    label: t(key),
    autoComplete: autoComplete[key],
    ...(!isRegion(key) && { defaultValue: start[key], onChange: () => correct(key) }),
    error: faults[key],
    withAsterisk: key !== 'district',
  })
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={t(address ? 'editTitle' : 'add')}
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget }) => onDraft?.(typedIn(currentTarget, region))}
    >
      <TextInput {...input('name')} ref={first} data-autofocus />
      <TextInput {...input('mobile')} type="tel" inputMode="tel" />
      <div className={classes.region}>
        <RegionFields value={region} onChange={changeRegion} attributesOf={input} />
      </div>
      <Textarea {...input('detail')} autosize minRows={2} />
      {!address?.is_default && (
        <Checkbox name="is_default" label={t('makeDefault')} defaultChecked={start.is_default} />
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
