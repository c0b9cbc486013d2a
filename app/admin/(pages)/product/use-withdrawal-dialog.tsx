'use client'

import { Table } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '@/components/resource-form/confirm-dialog'
import type { Answer } from '@/lib/api/client'

type Plan = Extract<Answer<'PUT /cms/product/{id}'>, { withdrawn: unknown }>
type Withdrawn = Plan['withdrawn']

interface WithdrawalDialog {
  /** Asks about SKUs that would be withdrawn although they have stock or open orders; true: they may go. */
  ask: (withdrawn: Withdrawn) => Promise<boolean>
  /** To be rendered where `ask` is used. */
  dialog: ReactNode
}

/** Asks before SKUs are withdrawn that customers have ordered, or whose stock goes with them. */
export function useWithdrawalDialog(): WithdrawalDialog {
  const t = useTranslations('catalogue.withdrawal')
  const format = useFormatter()
  const [asked, setAsked] = useState<{ skus: Withdrawn; answer: (isMeant: boolean) => void }>()
  const answer = (isMeant: boolean) => {
    setAsked(undefined)
    asked?.answer(isMeant)
  }
  return {
    ask: (withdrawn) => {
      const skus = withdrawn.filter(({ stock, unpaid, unshipped }) => stock + unpaid + unshipped > 0)
      return skus.length === 0 ? Promise.resolve(true) : new Promise((done) => setAsked({ skus, answer: done }))
    },
    dialog: asked && (
      <ConfirmDialog
        title={t('title', { count: asked.skus.length })}
        confirmLabel={t('confirm')}
        cancelLabel={t('cancel')}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
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
              {asked.skus.map(({ sku_id, spec_text, stock, unpaid, unshipped }) => (
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
    ),
  }
}
