'use client'

import { Anchor, Table, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { DetailsSection, RecordDetails } from '@/components/admin/resource-form/record-details'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { placeOf } from '@/lib/address/place'
import { listPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import classes from './customer.module.css'

type Customer = RowOf<'GET /cms/customer'>
type Detail = Answer<'GET /cms/customer/{id}'>

export function CustomerDetails({ customer }: { customer: Customer }) {
  const t = useTranslations('customer')
  return (
    <>
      <Facts customer={customer} />
      <RecordDetails read={() => send('GET /cms/customer/{id}', { params: { id: customer.id } })}>
        {({ addresses, orders }) => (
          <>
            <Orders orders={orders} />
            <ListLink resource="after_sale" query={`customer_id=${customer.id}`}>
              {t('cases')}
            </ListLink>
            <ListLink resource="coupon" query={`user_id=${customer.id}`}>
              {t('coupons')}
            </ListLink>
            <Addresses addresses={addresses} />
          </>
        )}
      </RecordDetails>
    </>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const t = useTranslations('customer')
  const format = useFormatter()
  const facts: [label: string, value: ReactNode][] = [
    [t('orderCount'), format.number(customer.order_count)],
    [t('paidAmount'), format.number(customer.paid_amount / 100, 'price')],
    [t('mobile'), customer.mobile],
    [t('username'), customer.username],
    [t('email'), customer.email],
    [t('createdAt'), <Moment key="created" at={customer.created_at} />],
    [t('lastLogin'), customer.last_login_at && <Moment key="login" at={customer.last_login_at} />],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Orders({ orders }: { orders: Detail['orders'] }) {
  const t = useTranslations('customer')
  const format = useFormatter()
  return (
    <DetailsSection title={t('orders')}>
      {orders.length === 0 ? (
        <Nothing>{t('noOrders')}</Nothing>
      ) : (
        <Table className={classes.orders} tabularNums>
          <caption className={classes.visuallyHidden}>{t('orders')}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('orderNo')}</Table.Th>
              <Table.Th scope="col">{t('status')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('amount')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {orders.map(({ id, order_no, status, total_amount, created_at }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row">
                  <RecordAnchor resource="order" id={id}>
                    <code>{order_no}</code>
                  </RecordAnchor>
                  <small>
                    <Moment at={created_at} />
                  </small>
                </Table.Th>
                <Table.Td>
                  <DictionaryTag type="order_status" value={status} />
                </Table.Td>
                <Table.Td ta="right">{format.number(total_amount / 100, 'price')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </DetailsSection>
  )
}

/** Renders nothing if the user may not open the list. */
function ListLink({ resource, query, children }: { resource: string; query: string; children: string }) {
  const path = listPath(resource)
  const mayOpen = useMayOpen()
  if (!mayOpen(path)) return null
  return (
    <Anchor component={Link} href={`${path}?${query}`} size="sm">
      {children}
    </Anchor>
  )
}

function Addresses({ addresses }: { addresses: Detail['addresses'] }) {
  const t = useTranslations('customer')
  return (
    <DetailsSection title={t('addresses')}>
      {addresses.length === 0 ? (
        <Nothing>{t('noAddresses')}</Nothing>
      ) : (
        <ul className={classes.addresses}>
          {addresses.map(({ id, name, mobile, is_default, ...place }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong> {mobile}
                {is_default && <Tag style="primary">{t('defaultAddress')}</Tag>}
              </span>
              {/* In the Chinese order of an address, in every language. */}
              <span lang="zh-CN">{placeOf(place)}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailsSection>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
