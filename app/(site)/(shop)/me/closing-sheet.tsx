'use client'

import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { isGuest, keepGuest, loginCode } from '@/components/shop/customer/sign-in'
import { writeLogin } from '@/components/shop/customer/store'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { SecretInput } from '@/components/shop/secret-input'
import { Sheet } from '@/components/shop/sheet'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { type SendError, send } from '@/lib/server/client'
import type { SettingSheetProps } from './account-settings'
import { useFaults } from './use-faults'

/** Asks for the password if the platform cannot confirm the customer. */
export default function ClosingSheet({ onClose }: SettingSheetProps) {
  const t = useTranslations('account.me.closing')
  const act = useAction()
  const { token, asCustomer, openid } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const { faults, atFields } = useFaults(['secret'])

  const readOpen = async () => {
    const [{ order_counts }, { total = 0 }] = await Promise.all([
      asCustomer((token) => send('GET /v1/user', { query: { counts: 'true' }, token })),
      asCustomer((token) => send('GET /v1/coupon', { query: { state: 'usable', size: 1 }, token })),
    ])
    const { unpaid = 0, paid = 0, after_sale = 0 } = order_counts ?? {}
    return { unpaid, paid, after_sale, coupons: total }
  }
  const { value: open, isFailed } = useRead(readOpen, token)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const close = async () => {
      const body = openid ? { code: (await loginCode(openid)).code } : { secret: String(form.get('secret')) }
      await asCustomer((token) => send('DELETE /v1/user', { body, token }))
      if (isGuest(openid)) keepGuest(undefined)
      // All sessions have ended with the account.
      writeLogin(undefined)
    }
    const explain = ({ code }: SendError) => (code === 'in_use' ? t('inUse') : undefined)
    await act(() => atFields(close), { success: t('done'), failure: t('failed'), explain, isLocal: true })
    setBusy(false)
  }
  return (
    <Sheet title={t('question')} onClose={onClose}>
      {!open && !isFailed && <ListSkeleton height={96} />}
      <form noValidate onSubmit={submit} hidden={!open && !isFailed}>
        <Stack gap="sm">
          {open && <Open counts={open} />}
          <Text size="sm">{t('lost')}</Text>
          {!openid && (
            <SecretInput
              name="secret"
              label={t('secret')}
              autoComplete="current-password"
              maxLength={128}
              error={faults.secret}
            />
          )}
          <Button type="submit" size="md" color="red" loading={isBusy}>
            {t('close')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

const paths = {
  unpaid: '/order?status=unpaid',
  paid: '/order?status=paid',
  after_sale: '/after_sale',
  coupons: '/coupon',
} as const
const kinds = ['unpaid', 'paid', 'after_sale', 'coupons'] as const

function Open({ counts }: { counts: Record<(typeof kinds)[number], number> }) {
  const t = useTranslations('account.me.closing.open')
  const found = kinds.filter((kind) => counts[kind] > 0)
  if (found.length === 0) return null
  return (
    <Alert color="orange" variant="light" title={t('title')}>
      <List size="sm">
        {found.map((kind) => (
          <List.Item key={kind}>
            <Link href={paths[kind]} prefetch={false}>
              {t(kind, { count: counts[kind] })}
            </Link>
          </List.Item>
        ))}
      </List>
      {found.some((kind) => kind !== 'coupons') && (
        <Text size="sm" mt="xs">
          {t('first')}
        </Text>
      )}
      {counts.coupons > 0 && (
        <Text size="sm" mt="xs">
          {t('lost')}
        </Text>
      )}
    </Alert>
  )
}
