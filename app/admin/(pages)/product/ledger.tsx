'use client'

import { Button, Modal, Skeleton, Table, Text, Title } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { RecordAnchor } from '@/components/admin/record-anchor'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Choice } from '@/components/ui/choice'
import { Failure } from '@/components/ui/failure'
import { Moment } from '@/components/ui/moment'
import { useSession } from '@/components/ui/session'
import { stockReasons } from '@/db/enums'
import { send } from '@/lib/server/client'
import classes from './product.module.css'

interface LedgerProps {
  product_id: number
  /** undefined: all SKUs of the product. */
  sku_id?: number
}

interface Found {
  rows: readonly RowOf<'GET /cms/product/{id}/stock_log'>[]
  next_cursor: string | null
}

const size = 20

/** Newest first. */
export function Ledger({ product_id, sku_id }: LedgerProps) {
  const t = useTranslations('catalogue.ledger')
  const format = useFormatter()
  const withSession = useSession()
  const [reason, setReason] = useState('')
  const [found, setFound] = useState<Found | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const options = useDictionaryOptions('stock_reason')
  const read = async (cursor?: string): Promise<Found> => {
    const chosen = stockReasons.find((one) => one === reason)
    const query = { size, sku_id, reason: chosen, cursor }
    const answer = await withSession(() =>
      send('GET /cms/product/{id}/stock_log', { params: { id: product_id }, query }),
    )
    return { rows: answer.items, next_cursor: answer.next_cursor }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another reason is chosen
  useEffect(() => {
    let isCancelled = false
    read().then(
      (page) => !isCancelled && setFound(page),
      () => !isCancelled && setFound('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [reason, attempt])
  const more = async () => {
    if (!found || found === 'failed' || !found.next_cursor) return
    try {
      const page = await read(found.next_cursor)
      setFound({ rows: [...found.rows, ...page.rows], next_cursor: page.next_cursor })
    } catch {
      setFound('failed')
    }
  }
  return (
    <section className={classes.ledger} aria-label={t('title')}>
      <div className={classes.ledgerHead}>
        <Title order={3} size="h5">
          {t('title')}
        </Title>
        <Choice
          size="xs"
          aria-label={t('reason')}
          data={[{ value: '', label: t('allReasons') }, ...options.map(({ value, label }) => ({ value, label }))]}
          value={reason}
          onChange={setReason}
        />
      </div>
      {found === undefined && <Skeleton height={120} />}
      {found === 'failed' && <Failure order={3} onRetry={() => setAttempt(attempt + 1)} />}
      {found && found !== 'failed' && found.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('empty')}
        </Text>
      )}
      {found && found !== 'failed' && found.rows.length > 0 && (
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} role="group" aria-label={t('title')}>
          <Table tabularNums>
            <caption className={classes.visuallyHidden}>{t('title')}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('time')}</Table.Th>
                {sku_id === undefined && <Table.Th scope="col">{t('sku')}</Table.Th>}
                <Table.Th scope="col">{t('reason')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('delta')}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('balance')}
                </Table.Th>
                <Table.Th scope="col">{t('person')}</Table.Th>
                <Table.Th scope="col">{t('note')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    <Moment at={row.created_at} />
                  </Table.Td>
                  {sku_id === undefined && <Table.Td>{row.spec_text || row.sku_no}</Table.Td>}
                  <Table.Td>
                    <DictionaryTag type="stock_reason" value={row.reason} />
                  </Table.Td>
                  <Table.Td ta="right">{format.number(row.delta, { signDisplay: 'exceptZero' })}</Table.Td>
                  <Table.Td ta="right">{format.number(row.balance)}</Table.Td>
                  <Table.Td>{row.person?.name}</Table.Td>
                  <Table.Td>
                    {row.order_id !== null && (
                      <RecordAnchor resource="order" id={row.order_id}>
                        {row.order_no ?? `#${row.order_id}`}
                      </RecordAnchor>
                    )}{' '}
                    {row.note}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {found.next_cursor && (
            <Button variant="default" size="xs" mt="xs" onClick={() => void more()}>
              {t('older')}
            </Button>
          )}
        </Table.ScrollContainer>
      )}
    </section>
  )
}

interface LedgerDialogProps {
  product_id: number
  onClose: () => void
}

export function LedgerDialog({ product_id, onClose }: LedgerDialogProps) {
  const t = useTranslations('catalogue.ledger')
  return (
    <Modal opened onClose={onClose} title={t('dialog')} size="xl" closeButtonProps={{ 'aria-label': t('close') }}>
      <Ledger product_id={product_id} />
    </Modal>
  )
}
