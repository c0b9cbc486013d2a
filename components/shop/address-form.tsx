'use client'

import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SendError, send } from '@/lib/api/client'
import { usePlainFaultText } from '../shell/failure-text'
import { useAction } from '../shell/use-action'
import classes from './address-book.module.css'
import { useCustomer } from './customer/provider'
import { newIntention } from './intention'
import type { Address } from './place'

interface AddressFormProps {
  /** Undefined: a new one. */
  address: Address | undefined
  onSaved: (address: Address) => void
  onCancel?: () => void
}

const keys = ['name', 'mobile', 'province', 'city', 'district', 'detail'] as const
type Key = (typeof keys)[number]

const autoComplete: Record<Key, string> = {
  name: 'name',
  mobile: 'tel',
  province: 'address-level1',
  city: 'address-level2',
  district: 'address-level3',
  detail: 'street-address',
}

/** The form of an address. The server says what is wrong, and it is shown at its field. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const t = useTranslations('account.address')
  const faultText = usePlainFaultText()
  const { asCustomer } = useCustomer()
  const act = useAction()
  const [addition] = useState(newIntention)
  const [isBusy, setBusy] = useState(false)
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
    const form = new FormData(element)
    const text = (key: Key) => String(form.get(key) ?? '')
    const fields = {
      ...{ name: text('name'), mobile: text('mobile'), province: text('province') },
      ...{ city: text('city'), district: text('district'), detail: text('detail') },
    }
    setBusy(true)
    setFaults({})
    const request = async () => {
      try {
        const saved = await save({ ...fields, ...(form.has('is_default') && { is_default: true }) })
        addition.done()
        onSaved(saved)
      } catch (error) {
        const invalid = error instanceof SendError ? error.invalid_params : []
        if (invalid.length === 0) throw error
        setFaults(Object.fromEntries(invalid.map((fault) => [fault.name, faultText(fault, 'text')])))
        const first = keys.find((key) => invalid.some(({ name }) => name === key))
        element.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      }
    }
    await act(request, { failure: t('notSaved'), isLocal: true })
    setBusy(false)
  }
  const input = (key: Key) => ({
    name: key,
    label: t(key),
    autoComplete: autoComplete[key],
    defaultValue: address?.[key] ?? '',
    error: faults[key],
    withAsterisk: key !== 'district',
  })
  return (
    <form className={classes.form} aria-label={t(address ? 'editTitle' : 'add')} noValidate onSubmit={submit}>
      <TextInput {...input('name')} data-autofocus />
      <TextInput {...input('mobile')} type="tel" inputMode="tel" />
      <div className={classes.region}>
        <TextInput {...input('province')} />
        <TextInput {...input('city')} />
        <TextInput {...input('district')} />
      </div>
      <Textarea {...input('detail')} autosize minRows={2} />
      {!address?.is_default && <Checkbox name="is_default" label={t('makeDefault')} />}
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
