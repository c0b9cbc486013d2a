import { Alert, Anchor, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import type { Answer } from '@/lib/server/client'
import { type CouponRefusal, useRefusalText } from './use-refusal-text'

export type NoticeReason =
  | 'shop_closed'
  | 'price_changed'
  | 'out_of_stock'
  | 'not_deliverable'
  | 'address'
  | 'contact'
  | 'store'
  | 'unknown'
  | CouponRefusal

const reasonsOfWay: readonly unknown[] = ['address', 'contact', 'store', 'not_deliverable']

/** Another address, contact or store ends such a notice. */
export const isAboutWay = (notice: unknown) => reasonsOfWay.includes(notice)

interface NoticeProps {
  reason: NoticeReason
  closing: Answer<'POST /v1/order/preview'>['closed']
}

export function Notice({ reason, closing }: NoticeProps) {
  const t = useTranslations('purchase.checkout')
  const refusalText = useRefusalText()
  return (
    <Alert color="orange" variant="light">
      {typeof reason === 'object'
        ? t('notice.coupon', { reason: refusalText(reason) })
        : t.rich(`notice.${reason}`, {
            orders: (text) => (
              <Anchor component={Link} href="/order" inherit underline="always">
                {text}
              </Anchor>
            ),
          })}
      {reason === 'shop_closed' && closing && (
        <Text size="sm" lang={shopLanguage}>
          {closing.message}
        </Text>
      )}
    </Alert>
  )
}
