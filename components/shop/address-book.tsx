'use client'

import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { shopLanguage } from '@/components/ui/language'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import classes from './address-book.module.css'
import { type AddressDraft, AddressForm } from './address-form'
import { useBackLayer } from './back-layers'
import { useCustomer } from './customer/provider'
import { ListSkeleton } from './list-skeleton'
import { type Address, placeOf } from './place'
import { useConfirm } from './use-confirm'

interface AddressBookProps {
  /** For an order. undefined: addresses can only be edited, not chosen. */
  onChoose?: (address: Address) => void
  chosen?: number | null
  /** A tap outside should call `dismiss`, which closes the form, then calls `close`. undefined: a whole screen. */
  frame?: (title: string, content: ReactNode, dismiss: (close: () => void) => void) => ReactNode
  /** Keeps the form's input while the address book is closed. undefined: discards it. */
  typed?: { current: TypedAddress | undefined }
}

export interface TypedAddress {
  form: Address | 'new'
  draft: AddressDraft
}

export function AddressBook({ onChoose, chosen, frame, typed }: AddressBookProps) {
  const t = useTranslations('account.address')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  const [confirm, dialog] = useConfirm()
  const read = () => asCustomer((token) => send('GET /v1/address', { token }))
  const { value: addresses, isFailed, reload } = useRead(read, token)
  const ownTyped = useRef<TypedAddress>(undefined)
  const kept = typed ?? ownTyped
  // When the book opens again, the form that was open opens with it.
  const [form, setForm] = useState(() => typed?.current?.form)
  const add = useRef<HTMLButtonElement>(null)
  const wasForm = useRef(false)
  useEffect(() => {
    if (wasForm.current && !form) add.current?.focus()
    wasForm.current = form !== undefined
  }, [form])

  useBackLayer(form !== undefined && Boolean(addresses?.length), () => setForm(undefined))

  const framed = (content: ReactNode) =>
    frame ? frame(t(onChoose ? 'choose' : 'title'), content, (close) => close()) : content
  if (isFailed) return framed(<Failure onRetry={reload} />)
  if (!addresses) return framed(<ListSkeleton height={96} />)
  if (form || (addresses.length === 0 && onChoose)) {
    const title = t(form && form !== 'new' ? 'editTitle' : 'add')
    const edited = form ?? 'new'
    const idOf = (one: Address | 'new') => (one === 'new' ? one : one.id)
    const draft = kept.current && idOf(kept.current.form) === idOf(edited) ? kept.current.draft : undefined
    const content = (
      <AddressForm
        address={edited === 'new' ? undefined : edited}
        draft={draft}
        isFirst={addresses.length === 0}
        {...(addresses.length > 0 && {
          onCancel: () => {
            kept.current = undefined
            setForm(undefined)
          },
        })}
        onDraft={(draft) => {
          kept.current = { form: edited, draft }
        }}
        onSaved={(address) => {
          kept.current = undefined
          setForm(undefined)
          // The default and the order of the list may have changed.
          reload()
          onChoose?.(address)
        }}
      />
    )
    const dismiss = (close: () => void) => {
      if (addresses.length > 0) setForm(undefined)
      else close()
    }
    if (frame) return frame(title, content, dismiss)
    return (
      <>
        <Title order={2} size="h4" className={classes.formTitle}>
          {title}
        </Title>
        {content}
      </>
    )
  }
  const setDefault = (id: number) =>
    act(
      () =>
        asCustomer((token) => send('PUT /v1/address/{id}', { params: { id }, body: { is_default: true }, token })).then(
          reload,
        ),
      { failure: t('notSaved'), isLocal: true },
    )
  const remove = async (address: Address) => {
    if (!(await confirm({ title: t('removeTitle'), text: placeOf(address), label: t('remove') }))) return
    await act(
      () => asCustomer((token) => send('DELETE /v1/address/{id}', { params: { id: address.id }, token })).then(reload),
      { failure: t('notRemoved'), isLocal: true },
    )
  }
  return framed(
    <>
      {addresses.length === 0 && (
        <EmptyState
          icon={<IconMapPin size={32} aria-hidden="true" />}
          title={t('empty')}
          description={t('emptyDescription')}
        />
      )}
      <ul className={classes.list} aria-label={t('title')}>
        {addresses.map((address) => {
          const whose = `${address.name} ${placeOf(address)}`
          return (
            <li key={address.id} className={classes.address} data-chosen={address.id === chosen || undefined}>
              <Group gap="xs">
                <Text fw={600} size="sm" lang={shopLanguage}>
                  {address.name} {address.mobile}
                </Text>
                {address.is_default && (
                  <Badge variant="light" size="sm" tt="none">
                    {t('default')}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed" lang={shopLanguage}>
                {placeOf(address)}
              </Text>
              <Group gap={4} mt={4} ml={-8} className={classes.deeds}>
                {onChoose && (
                  <Button
                    size="compact-sm"
                    variant="light"
                    ml={8}
                    aria-label={`${t('use')} ${whose}`}
                    onClick={() => onChoose(address)}
                  >
                    {t('use')}
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`${t('edit')} ${whose}`}
                  onClick={() => setForm(address)}
                >
                  {t('edit')}
                </Button>
                {!address.is_default && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${t('makeDefault')} ${whose}`}
                    onClick={() => setDefault(address.id)}
                  >
                    {t('makeDefault')}
                  </Button>
                )}
                {!onChoose && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`${t('remove')} ${whose}`}
                    onClick={() => void remove(address)}
                  >
                    {t('remove')}
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
      <div className={classes.add}>
        <Button
          ref={add}
          fullWidth
          size="md"
          variant={onChoose ? 'default' : 'filled'}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setForm('new')}
        >
          {t('add')}
        </Button>
      </div>
      {dialog}
    </>,
  )
}
