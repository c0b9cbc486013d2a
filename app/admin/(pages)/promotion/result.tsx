'use client'

import { Anchor, Button, Group } from '@mantine/core'
import { IconGift, IconTicket, IconUpload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { importPath } from '@/components/admin/import/import-path'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import { Fact, Facts } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { listPath } from '@/lib/server/admin/record-path'
import type { Answer } from '@/lib/server/client'

const GrantDialog = dynamic(() => import('./grant-dialog'), { ssr: false })
const CodesDialog = dynamic(() => import('./codes-dialog'), { ssr: false })

export type Promotion = Answer<'GET /cms/promotion/{id}'>

interface ResultProps {
  promotion: Promotion
  read: () => Promise<unknown>
}

export function Result({ promotion, read }: ResultProps) {
  const t = useTranslations('promotion')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  return (
    <>
      <DetailsSection title={t('result')}>
        <Facts>
          <Fact name={t('orderCount')}>{format.number(promotion.order_count)}</Fact>
          <Fact name={t('discountAmount')}>{price(promotion.discount_amount)}</Fact>
          <Fact name={t('paidAmount')}>{price(promotion.paid_amount)}</Fact>
          <Fact name={t('refundedAmount')}>{price(promotion.refunded_amount)}</Fact>
          <Fact name={t('buyerCount')}>{format.number(promotion.buyer_count)}</Fact>
          <Fact name={t('newBuyerCount')}>{format.number(promotion.new_buyer_count)}</Fact>
        </Facts>
      </DetailsSection>
      {promotion.coupon_source && <Coupons promotion={promotion} read={read} />}
    </>
  )
}

function Coupons({ promotion, read }: ResultProps) {
  const t = useTranslations('promotion')
  const format = useFormatter()
  const locale = useLocale()
  const mayOpen = useMayOpen()
  const mayExport = useCan()('coupon.export')
  const { id, coupon_source, taken_count, total } = promotion
  const path = listPath('coupon')
  return (
    <DetailsSection title={t('coupons')} actions={<Commands promotion={promotion} read={read} />}>
      <Facts>
        <Fact name={t('takenCount')}>
          {total === null ? format.number(taken_count) : t('takenOf', { count: taken_count, total })}
        </Fact>
        <Fact name={t('heldCount')}>{format.number(promotion.held_count)}</Fact>
        <Fact name={t('usedCount')}>{format.number(promotion.used_count)}</Fact>
        {coupon_source === 'code' && <Fact name={t('codeCount')}>{format.number(promotion.code_count)}</Fact>}
      </Facts>
      {mayOpen(path) && (
        <Anchor component={Link} href={`${path}?promotion_id=${id}`} size="sm">
          {t('showCoupons')}
        </Anchor>
      )}
      {mayExport && (
        <Anchor href={`/cms/coupon?promotion_id=${id}&format=xlsx&labels=${locale}`} download size="sm" display="block">
          {t('downloadCoupons')}
        </Anchor>
      )}
    </DetailsSection>
  )
}

/** Renders nothing for a promotion that has ended or was stopped. */
function Commands({ promotion, read }: ResultProps) {
  const t = useTranslations('promotion')
  const [opened, setOpened] = useState<'grant' | 'codes'>()
  const mayGrant = useCan()('promotion.grant')
  const seesCustomers = useMayOpen()(listPath('customer'))
  const { state, coupon_source } = promotion
  if (!mayGrant || (state !== 'running' && state !== 'upcoming')) return null
  const dialog = { promotion, onDone: () => void read(), onClose: () => setOpened(undefined) }
  return (
    <Group gap="xs">
      {seesCustomers && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconGift size={14} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpened('grant')}
        >
          {t('grant.open')}
        </Button>
      )}
      <Button
        component={Link}
        href={importPath({ kind: 'coupon', promotion: String(promotion.id) })}
        prefetch={false}
        variant="default"
        size="xs"
        leftSection={<IconUpload size={14} stroke={1.8} aria-hidden="true" />}
      >
        {t('grantByFile')}
      </Button>
      {coupon_source === 'code' && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTicket size={14} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpened('codes')}
        >
          {t('codes.open')}
        </Button>
      )}
      {opened === 'grant' && <GrantDialog {...dialog} />}
      {opened === 'codes' && <CodesDialog {...dialog} />}
    </Group>
  )
}

export interface CouponDialogProps {
  promotion: Promotion
  /** After coupons or codes were created, with the dialog still open. */
  onDone: () => void
  onClose: () => void
}
