'use client'

import { Button, Text, VisuallyHidden } from '@mantine/core'
import {
  IconChevronRight,
  IconCircleCheck,
  IconFileInvoice,
  IconGift,
  IconMapPin,
  IconPackage,
  IconReceiptRefund,
  IconTicket,
  IconTruckDelivery,
  IconWallet,
} from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { isGuest } from '@/components/shop/customer/sign-in'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { useConfirm } from '@/components/shop/use-confirm'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { PersonAvatar } from '@/components/ui/person'
import { useRead } from '@/components/ui/use-read'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { send } from '@/lib/server/client'
import { AccountSettings } from './account-settings'
import { Avatar } from './avatar'
import classes from './me.module.css'
import { Nickname } from './nickname'
import type { User } from './user'

export function MeScreen() {
  return (
    <CustomerGate skeleton={<ListSkeleton height={96} />}>
      <Me />
    </CustomerGate>
  )
}

const statuses = [
  { status: 'unpaid', Icon: IconWallet },
  { status: 'paid', Icon: IconPackage },
  { status: 'shipped', Icon: IconTruckDelivery },
  { status: 'completed', Icon: IconCircleCheck },
] as const

function Me() {
  const t = useTranslations('account.me')
  const locale = useLocale()
  const { token, openid, asCustomer, signOut } = useCustomer()
  const [confirm, dialog] = useConfirm()
  const read = () => asCustomer((token) => send('GET /v1/user', { token, query: { counts: 'true' } }))
  const { value: user, isFailed, reload, replace } = useRead(read, token)
  if (isFailed) return <Failure onRetry={reload} />
  if (!user) return <ListSkeleton height={96} />
  const numberOf = (status: (typeof statuses)[number]['status']) =>
    status === 'completed' ? 0 : (user.order_counts?.[status] ?? 0)
  const leave = async () => {
    const text = isGuest(openid) ? t('signOutGuest') : t('signOutText')
    if (await confirm({ title: t('signOutTitle'), text, label: t('signOut'), isHarmless: true })) await signOut()
  }
  const save = (changed: User) => replace({ ...user, ...changed })
  const name = nameOfCustomer(user, locale)
  const cases = user.order_counts?.after_sale ?? 0
  return (
    <div className={classes.blocks}>
      <div className={classes.who}>
        {/* The number of an unnamed customer is not an initial. */}
        <PersonAvatar name={name.replace(/ #\d+$/, '')} url={user.avatar_url} size={56} />
        <div className={classes.name}>
          <Text fw={650} fz="lg" truncate>
            {name}
          </Text>
          <Avatar user={user} onSaved={save} />
        </div>
      </div>
      <Nickname key={user.id} user={user} onSaved={save} />
      <section className={classes.card} aria-labelledby="orders">
        <div className={classes.head}>
          <h2 id="orders" className={classes.subheading}>
            {t('orders')}
          </h2>
          <Link href="/order" prefetch={false} className={classes.all}>
            {t('allOrders')}
          </Link>
        </div>
        <div className={classes.statuses}>
          {statuses.map(({ status, Icon }) => (
            <Link key={status} href={`/order?status=${status}`} prefetch={false} className={classes.status}>
              <span className={classes.icon}>
                <Icon size={26} stroke={1.5} aria-hidden="true" />
                {numberOf(status) > 0 && <span className={classes.count}>{numberOf(status)}</span>}
              </span>
              {t(`status.${status}`)}
            </Link>
          ))}
        </div>
      </section>
      <nav className={classes.links} aria-label={t('more')}>
        <Link href="/after_sale" prefetch={false}>
          <IconReceiptRefund size={20} stroke={1.6} aria-hidden="true" />
          <span>
            {t('cases')}
            {cases > 0 && (
              <span className={classes.badge}>
                <span aria-hidden="true">{cases}</span>
                <VisuallyHidden>{t('openCases', { count: cases })}</VisuallyHidden>
              </span>
            )}
          </span>
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Link href="/coupon" prefetch={false}>
          <IconTicket size={20} stroke={1.6} aria-hidden="true" />
          {t('coupons')}
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Link href="/coupon/center" prefetch={false}>
          <IconGift size={20} stroke={1.6} aria-hidden="true" />
          {t('couponCenter')}
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Link href="/invoice" prefetch={false}>
          <IconFileInvoice size={20} stroke={1.6} aria-hidden="true" />
          {t('invoices')}
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Link href="/address" prefetch={false}>
          <IconMapPin size={20} stroke={1.6} aria-hidden="true" />
          {t('addresses')}
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </Link>
      </nav>
      <AccountSettings user={user} onSaved={save} />
      <Button variant="default" size="md" onClick={() => void leave()}>
        {t('signOut')}
      </Button>
      {dialog}
    </div>
  )
}
