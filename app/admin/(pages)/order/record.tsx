'use client'

import { Anchor, Button, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconReceiptRefund, IconTruck } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Copyable } from '@/components/copyable'
import { Fact, Facts } from '@/components/facts'
import { Moment } from '@/components/moment'
import { FormDrawer } from '@/components/resource-form/form-drawer'
import { useCan } from '@/components/shell/admin-context'
import { DictionaryTag } from '@/components/tag/tag'
import { recordPath } from '@/lib/admin/record-path'
import type { Answer } from '@/lib/api/client'
import { nameOfCustomer } from '@/lib/customer/name'
import { FailedRefunds } from './failed-refunds'
import { Lines } from './lines'
import classes from './order.module.css'
import { Parcels } from './parcels'
import { OrderTags } from './tags'
import { Timeline } from './timeline'
import { useRefusals } from './use-refusals'

const ShipForm = dynamic(() => import('./ship-form'))
const RefundForm = dynamic(() => import('./refund-form'))

export type Order = Answer<'GET /cms/order/{id}'>

type Command = 'ship' | 'refund'

/** An order: what was bought, what has happened to it, and what can be done with it now. */
export function OrderRecord({ order }: { order: Order }) {
  const t = useTranslations('sale')
  const [command, setCommand] = useState<Command>()
  const title = command === 'ship' ? t('ship.title', { no: order.order_no }) : t('refund.title', { no: order.order_no })
  return (
    <>
      <Anchor component={Link} href="/admin/order" size="sm" className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
        {t('all')}
      </Anchor>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h4" className={classes.title}>
            {t('title', { no: order.order_no })}
          </Title>
          <p className={classes.tags}>
            <OrderTags order={order} />
          </p>
        </div>
        <div className={classes.commands}>
          <CommandButton order={order} action="refund" icon={IconReceiptRefund} onClick={setCommand} />
          <CommandButton order={order} action="ship" icon={IconTruck} onClick={setCommand} />
        </div>
      </div>
      <FailedRefunds order={order} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section title={t('section.items')}>
            <Lines order={order} />
          </Section>
          <Section title={t('section.parcels')}>
            <Parcels order={order} />
          </Section>
          <Section title={t('section.history')}>
            <Timeline entries={order.timeline} />
          </Section>
        </div>
        <div className={classes.column}>
          <Section title={t('section.customer')}>
            <Customer order={order} />
          </Section>
          <Section title={t('section.address')}>
            <Receiver order={order} />
          </Section>
          <Section title={t('section.payments')}>
            <Payment order={order} />
          </Section>
        </div>
      </div>
      <FormDrawer opened={command !== undefined} title={title} width={560} onClose={() => setCommand(undefined)}>
        {(onClose) =>
          command === 'ship' ? (
            <ShipForm order={order} onClose={onClose} />
          ) : (
            <RefundForm order={order} onClose={onClose} />
          )
        }
      </FormDrawer>
    </>
  )
}

interface CommandButtonProps {
  order: Order
  action: Command
  icon: typeof IconTruck
  onClick: (action: Command) => void
}

/** The button of a command. Where it is not possible now, it says why; those without the permission do not see it. */
function CommandButton({ order, action, icon: Icon, onClick }: CommandButtonProps) {
  const t = useTranslations('sale.action')
  const textOf = useRefusals()
  const found = order.actions.find((one) => one.action === action)
  if (!found || found.reason === 'forbidden') return null
  const label = action === 'ship' ? t('ship') : t('refund')
  return (
    <Tooltip label={found.reason && textOf(found.reason)} disabled={found.allowed} withArrow>
      <Button
        variant={action === 'ship' && found.allowed ? 'filled' : 'default'}
        leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
        aria-disabled={!found.allowed}
        data-disabled={!found.allowed || undefined}
        onClick={() => found.allowed && onClick(action)}
      >
        {label}
      </Button>
    </Tooltip>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Customer({ order: { customer, remark, cancel_reason } }: { order: Order }) {
  const t = useTranslations('sale')
  const can = useCan()
  const name = nameOfCustomer(customer)
  const reason =
    cancel_reason === 'customer'
      ? t('cancelledBy.customer')
      : cancel_reason === 'expired'
        ? t('cancelledBy.expired')
        : cancel_reason
  return (
    <Facts>
      <Fact name={t('customer')}>
        {can('customer.update') ? (
          <Anchor component={Link} href={recordPath('customer', customer.id)} inherit>
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Fact>
      <Fact name={t('remark')}>{remark && <span className={classes.words}>{remark}</span>}</Fact>
      <Fact name={t('cancelReason')}>{reason}</Fact>
    </Facts>
  )
}

/** The address, in the Chinese order whatever the language, and in one line to copy. */
function Receiver({ order: { receiver } }: { order: Order }) {
  const { name, mobile, province, city, district, detail, postal_code } = receiver
  const place = [province, city, district, detail, postal_code].filter(Boolean).join(' ')
  return (
    <div className={classes.receiver} lang="zh-CN">
      <span>
        <strong>{name}</strong> {mobile}
      </span>
      <Copyable text={`${name} ${mobile} ${place}`} />
    </div>
  )
}

function Payment({ order }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const settling = order.payments.find(({ settles }) => settles)
  const at = (moment: string | null) => moment && <Moment at={moment} />
  return (
    <>
      <Facts>
        <Fact name={t('createdAt')}>{at(order.created_at)}</Fact>
        <Fact name={t('paidAt')}>{at(order.paid_at)}</Fact>
        <Fact name={t('paidBy')}>{settling?.transaction_id && <Copyable text={settling.transaction_id} />}</Fact>
      </Facts>
      {order.status === 'unpaid' && (
        <p className={classes.hint}>
          {t('lateNote', {
            at: format.dateTime(new Date(order.expires_at), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
      {order.refunds.map((refund) => (
        <p key={refund.id} className={classes.refund}>
          <DictionaryTag type="refund_status" value={refund.status} />
          <span>{format.number(refund.amount / 100, 'price')}</span>
          <small>
            <Moment at={refund.created_at} />
          </small>
        </p>
      ))}
    </>
  )
}
