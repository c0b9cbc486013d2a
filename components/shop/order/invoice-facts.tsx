import { Anchor, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import type { OrderDetail } from './use-order-actions'

type Invoice = Pick<
  NonNullable<OrderDetail['invoice']>,
  'status' | 'title' | 'amount' | 'number' | 'reason' | 'file_url'
>

export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('purchase.order.invoice')
  const format = useFormatter()
  return (
    <>
      <Text size="sm" role="status">
        {t(`status.${invoice.status}`, { number: invoice.number ?? '' })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('to', { title: invoice.title, amount: format.number(invoice.amount / 100, 'price') })}
      </Text>
      {invoice.reason && (
        <Text size="sm">{t.rich('reason', { reason: () => <span lang={shopLanguage}>{invoice.reason}</span> })}</Text>
      )}
      {invoice.status === 'issued' && !invoice.file_url && (
        <Text size="sm" c="dimmed">
          {t('noFile')}
        </Text>
      )}
      {invoice.file_url && (
        <Anchor href={invoice.file_url} target="_blank" rel="noreferrer" size="sm" fw={600}>
          {t('download')}
        </Anchor>
      )}
    </>
  )
}
