'use client'

import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag } from '@/components/admin/tag/tag'
import { ActionButton } from '@/components/ui/action-button'
import { Failure } from '@/components/ui/failure'
import { newIntention } from '@/components/ui/intention'
import { Person } from '@/components/ui/person'
import { useAction } from '@/components/ui/use-action'
import { useAfterRender } from '@/components/ui/use-after-render'
import { useRead } from '@/components/ui/use-read'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { type Answer, send } from '@/lib/server/client'
import classes from '../theme/theme.module.css'
import type { CouponDialogProps } from './result'

type Customer = RowOf<'GET /cms/customer'>
type Result = Answer<'POST /cms/promotion/{id}/grant'>['results'][number]

/** Customers per request. */
const most = 100

/** Finally shows which customers received the coupon. */
export default function GrantDialog({ promotion: { id, name }, onDone, onClose }: CouponDialogProps) {
  const t = useTranslations('promotion.grant')
  const locale = useLocale()
  const act = useAction()
  const afterRender = useAfterRender()
  const closeButton = useRef<HTMLButtonElement>(null)
  const [intention] = useState(newIntention)
  const [chosen, setChosen] = useState<readonly Customer[]>([])
  const [results, setResults] = useState<readonly Result[]>()
  const grant = async () => {
    const body = { user_ids: chosen.map((customer) => customer.id) }
    const request = () =>
      send('POST /cms/promotion/{id}/grant', { params: { id }, body, idempotency_key: intention.keyFor(body) })
    const isDone = await act(async () => setResults((await request()).results), {
      failure: t('failed'),
      explain: ({ code }) => (code === 'limit_reached' ? t('tooFew') : undefined),
      isLocal: true,
    })
    if (!isDone) return
    afterRender(() => closeButton.current?.focus())
    onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {results ? (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {t('given', { count: results.filter(({ coupon_id }) => coupon_id !== null).length, all: results.length })}
          </Text>
          <ul className={classes.found} aria-label={t('results')}>
            {results.map(({ user_id, reason }) => {
              const customer = chosen.find((one) => one.id === user_id)
              return (
                <li key={user_id} className={classes.choice}>
                  <span className={classes.name}>{customer && nameOfCustomer(customer, locale)}</span>
                  {reason ? (
                    <Tag style="warning">{t(`reason.${reason}`)}</Tag>
                  ) : (
                    <Tag style="success">{t('reason.none')}</Tag>
                  )}
                </li>
              )
            })}
          </ul>
          <Button ref={closeButton} ml="auto" onClick={onClose}>
            {t('close')}
          </Button>
        </Stack>
      ) : (
        <Stack gap="sm">
          <CustomerChoice chosen={chosen} onChange={setChosen} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <ActionButton disabled={chosen.length === 0} onAct={grant}>
              {t('grant', { count: chosen.length })}
            </ActionButton>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface CustomerChoiceProps {
  chosen: readonly Customer[]
  onChange: (chosen: readonly Customer[]) => void
}

function CustomerChoice({ chosen, onChange }: CustomerChoiceProps) {
  const t = useTranslations('promotion.grant')
  const locale = useLocale()
  const [q, setQ] = useState('')
  const [sought] = useDebouncedValue(q.trim(), 300)
  const found = useRead(
    async () => (await send('GET /cms/customer', { query: { size: 50, ...(sought && { q: sought }) } })).items,
    sought,
  )
  const isChosen = ({ id }: Customer) => chosen.some((one) => one.id === id)
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t('customers')}
        description={t('search')}
        maxLength={64}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      {found.isFailed && <Failure order={3} onRetry={found.reload} />}
      {!found.isFailed && !found.value && <Skeleton height={320} />}
      {found.value && (
        <>
          <Text size="xs" c="dimmed" role="status">
            {t('found', { count: found.value.length })}
          </Text>
          <ul className={classes.found}>
            {found.value.map((customer) => {
              const name = nameOfCustomer(customer, locale)
              return (
                <li key={customer.id}>
                  <label htmlFor={`customer-${customer.id}`} className={classes.choice}>
                    <Checkbox
                      id={`customer-${customer.id}`}
                      aria-label={name}
                      checked={isChosen(customer)}
                      disabled={chosen.length >= most && !isChosen(customer)}
                      onChange={() =>
                        onChange(
                          isChosen(customer) ? chosen.filter(({ id }) => id !== customer.id) : [...chosen, customer],
                        )
                      }
                    />
                    <span className={classes.name}>
                      <Person name={name} url={customer.avatar_url} />
                    </span>
                    {customer.mobile}
                  </label>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}
