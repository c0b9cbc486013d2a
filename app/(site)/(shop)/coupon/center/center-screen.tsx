'use client'

import { Button, Text } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import classes from '@/components/shop/order/order.module.css'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { newIntention } from '@/components/ui/intention'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { type Answer, type SendError, send } from '@/lib/server/client'
import { CouponCard } from '../coupon-card'
import type { Promotion } from '../use-terms'
import { CodeForm } from './code-form'
import { useTakeRefusal } from './use-take-refusal'

export function CenterScreen({ promotions }: { promotions: Promotion[] }) {
  const t = useTranslations('purchase.coupon')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  const takeRefusal = useTakeRefusal()
  const [intention] = useState(newIntention)
  const read = () => asCustomer((token) => send('GET /v1/coupon', { query: { size: 100 }, token }))
  const { value: own, reload } = useRead(token ? read : undefined, token)
  // In another tab, another customer may sign in.
  const [taken, setTaken] = useState<{ token: string; coupon: Answer<'POST /v1/coupon'> }[]>([])
  const [gone, setGone] = useState<number[]>([])
  const now = taken.filter((one) => one.token === token).map(({ coupon }) => coupon)
  // A coupon just taken can be in the list of own coupons, too.
  const mine = token ? [...new Map([...(own?.items ?? []), ...now].map((coupon) => [coupon.id, coupon])).values()] : []

  const take = (promotion_id: number) => {
    const body = { promotion_id }
    const request = async () => {
      const answer = await asCustomer(async (token) => ({
        token,
        coupon: await send('POST /v1/coupon', { body, token, idempotency_key: intention.keyFor(body) }),
      }))
      intention.done()
      setTaken((before) => [...before, answer])
    }
    const explain = (error: SendError) => {
      if (error.problem?.of === 'total') setGone((before) => [...before, promotion_id])
      // Another device may have taken it.
      if (error.problem?.of === 'per_customer') reload()
      return takeRefusal(error) ?? (error.code === 'not_found' ? t('center.refusal.over') : undefined)
    }
    return act(request, { success: t('center.done'), failure: t('center.failed'), explain, isLocal: true })
  }
  return (
    <>
      {promotions.length === 0 && (
        <EmptyState
          icon={<IconTicket size={32} aria-hidden="true" />}
          title={t('center.empty')}
          description={t('center.emptyDescription')}
        />
      )}
      {promotions.length > 0 && (
        <ul className={classes.list} aria-label={t('center.title')}>
          {promotions.map((promotion) => {
            const { id, label, ends_at, per_customer, valid_days } = promotion
            const left = now.findLast((coupon) => coupon.promotion.id === id)?.promotion.left ?? promotion.left
            const count = mine.filter((coupon) => coupon.promotion.id === id).length
            const isTaken = per_customer !== null && count >= per_customer
            const isGone = left === 0 || gone.includes(id)
            const name = isTaken ? t('center.taken') : t(isGone ? 'center.gone' : 'center.take')
            return (
              <CouponCard
                key={id}
                promotion={promotion}
                action={
                  <ActionButton
                    size="sm"
                    flex="none"
                    disabled={isTaken || isGone}
                    aria-label={`${name} ${label}`}
                    onAct={() => take(id)}
                  >
                    {name}
                  </ActionButton>
                }
              >
                {valid_days === null && (
                  <Text size="xs" c="dimmed">
                    {t.rich('validUntil', { time: () => <Moment at={ends_at} exact /> })}
                  </Text>
                )}
                {left !== null && !isGone && <Text size="xs">{t('center.left', { count: left })}</Text>}
              </CouponCard>
            )
          })}
        </ul>
      )}
      <div className={classes.blocks}>
        <CodeForm />
        <Button component={Link} href="/coupon" prefetch={false} variant="default">
          {t('title')}
        </Button>
      </div>
    </>
  )
}
