'use client'

import { NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { StoreFacts } from '@/components/shop/store-facts'
import { shopLanguage } from '@/components/ui/language'
import { useRead } from '@/components/ui/use-read'
import { type Answer, send } from '@/lib/server/client'
import classes from './checkout.module.css'
import type { Contact } from './use-contact'

const storeKey = 'pickup_store'

/** NaN: none. */
function lastStore(): number {
  try {
    return Number(localStorage.getItem(storeKey) ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}

function rememberStore(id: number): void {
  try {
    localStorage.setItem(storeKey, String(id))
  } catch {
    // Without storage, the first store is offered.
  }
}

interface DeliveryChoiceProps {
  deliveries: Answer<'POST /v1/order/preview'>['deliveries']
  /** undefined: the order is shipped. */
  store_id: number | undefined
  /** undefined: the order is shipped. */
  onChoose: (store_id: number | undefined) => void
  contact: Contact
  faults: Partial<Contact>
  onContact: (contact: Contact) => void
}

/** If only pickup is possible, preselects the last store of this browser, or else the first. */
export function DeliveryChoice({ deliveries, store_id, onChoose, contact, faults, onContact }: DeliveryChoiceProps) {
  const t = useTranslations('purchase.checkout.pickup')
  const { value: stores } = useRead(() => send('GET /v1/store'), '')
  const first = stores?.find(({ id }) => id === lastStore())?.id ?? stores?.[0]?.id
  const store = stores?.find(({ id }) => id === store_id)
  const choose = (id: number | undefined) => {
    if (id !== undefined) rememberStore(id)
    onChoose(id)
  }
  const chooseFirst = useEffectEvent(() => onChoose(first))
  const isOnlyCollected = !deliveries.includes('express')
  useEffect(() => {
    if (isOnlyCollected && store_id === undefined && first !== undefined) chooseFirst()
  }, [isOnlyCollected, store_id, first])
  return (
    <section className={classes.block} aria-label={t('label')}>
      {deliveries.length > 1 && (
        <SegmentedControl
          aria-label={t('label')}
          fullWidth
          value={store_id === undefined ? 'express' : 'pickup'}
          data={[
            { value: 'express', label: t('express') },
            { value: 'pickup', label: t('pickup'), disabled: first === undefined },
          ]}
          onChange={(way) => onChoose(way === 'pickup' ? first : undefined)}
        />
      )}
      {store_id !== undefined && (
        <>
          {stores === undefined && <Skeleton height={64} radius="md" />}
          {stores !== undefined && stores.length > 1 && (
            <NativeSelect
              label={t('store')}
              lang={shopLanguage}
              value={String(store_id)}
              data={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
            />
          )}
          {store && <StoreFacts store={store} hasName={stores?.length === 1} />}
          <TextInput
            label={t('name')}
            autoComplete="name"
            required
            maxLength={32}
            value={contact.name}
            error={faults.name}
            onChange={({ currentTarget }) => onContact({ ...contact, name: currentTarget.value })}
          />
          <TextInput
            label={t('mobile')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            maxLength={20}
            value={contact.mobile}
            error={faults.mobile}
            onChange={({ currentTarget }) => onContact({ ...contact, mobile: currentTarget.value })}
          />
        </>
      )}
    </section>
  )
}
