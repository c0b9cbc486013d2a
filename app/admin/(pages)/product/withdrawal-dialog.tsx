'use client'

import { Table } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Answer } from '@/lib/server/client'

type Plan = Extract<Answer<'PUT /cms/product/{id}'>, { withdrawn: unknown }>
export type Withdrawn = Plan['withdrawn']

interface WithdrawalDialogProps {
  skus: Withdrawn
  /** false: canceled. */
  onAnswer: (isMeant: boolean) => void
}

/** Lists SKUs with stock or open orders. */
export default function WithdrawalDialog({ skus, onAnswer }: WithdrawalDialogProps) {
  const t = useTranslations('catalogue.withdrawal')
  const format = useFormatter()
  return (
    <ConfirmDialog
      title={t('title', { count: skus.length })}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <p>{t('text')}</p>
      <Table.ScrollContainer minWidth={340} type="native" tabIndex={0} role="group" aria-label={t('caption')}>
        <Table tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('sku')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('stock')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('unpaid')}
              </Table.Th>
              <Table.Th scope="col" ta="right">
                {t('unshipped')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {skus.map(({ sku_id, spec_text, stock, unpaid, unshipped }) => (
              <Table.Tr key={sku_id}>
                <Table.Th scope="row">{spec_text || t('single')}</Table.Th>
                <Table.Td ta="right">{format.number(stock)}</Table.Td>
                <Table.Td ta="right">{format.number(unpaid)}</Table.Td>
                <Table.Td ta="right">{format.number(unshipped)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </ConfirmDialog>
  )
}
