'use client'

import { Table } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { Picture } from '@/components/picture'
import classes from './order.module.css'
import type { Order } from './record'

/** The lines of an order with what became of their pieces, and its sums. */
export function Lines({ order }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  const sums: [label: string, fen: number, isShown: boolean][] = [
    [t('sum.items'), order.items_amount, true],
    [t('sum.freight'), order.freight_amount, order.freight_amount > 0],
    [t('sum.discount'), -order.discount_amount, order.discount_amount > 0],
    [t('sum.total'), order.total_amount, true],
    [t('sum.paid'), order.paid_amount, order.paid_amount > 0],
    [t('sum.refunded'), -order.refunded_amount, order.refunded_amount > 0],
    [t('sum.refunding'), order.refunded_amount - order.promised_amount, order.promised_amount > order.refunded_amount],
  ]
  return (
    <>
      <Table.ScrollContainer minWidth={544} type="native" tabIndex={0} role="group" aria-label={t('section.items')}>
        <Table className={classes.lines} tabularNums verticalSpacing="xs">
          <caption className={classes.visuallyHidden}>{t('section.items')}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('column.item')}</Table.Th>
              <Table.Th scope="col">{t('column.price')}</Table.Th>
              <Table.Th scope="col">{t('column.count')}</Table.Th>
              <Table.Th scope="col">{t('column.shipped')}</Table.Th>
              <Table.Th scope="col">{t('column.refunded')}</Table.Th>
              <Table.Th scope="col">{t('column.paid')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Th scope="row">
                  <span className={classes.goods}>
                    <Picture url={item.image_url} size={40} />
                    <span className={classes.names}>
                      <span>{item.name}</span>
                      <small>{item.spec_text}</small>
                    </span>
                  </span>
                </Table.Th>
                <Table.Td>{price(item.price)}</Table.Td>
                <Table.Td>{item.count}</Table.Td>
                <Table.Td>{item.shipped_count}</Table.Td>
                <Table.Td>{item.refunded_count}</Table.Td>
                <Table.Td>{price(item.paid_amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <dl className={classes.sums}>
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, fen]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{price(fen)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
