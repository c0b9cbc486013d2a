'use client'

import { Alert, Anchor, Button, Tooltip } from '@mantine/core'
import {
  IconBan,
  IconBarcode,
  IconNote,
  IconPencil,
  IconPin,
  IconPrinter,
  IconReceiptRefund,
  IconShoppingBagCheck,
  IconTag,
  IconTruck,
} from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { PageSection } from '@/components/admin/frame/page-section'
import { RecordCrumb } from '@/components/admin/frame/record-crumb'
import { RecordColumns, RecordHead } from '@/components/admin/frame/record-head'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag, Labels } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { useFollowed } from '@/components/ui/use-followed'
import { placeOf } from '@/lib/address/place'
import { nameOfCustomer } from '@/lib/kit/people/name'
import type { ElementCode } from '@/lib/menu/elements'
import { printPath } from '@/lib/order/import/sheets'
import { packPath } from '@/lib/order/waybill/path'
import { listPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import { CaseList } from '../case-list'
import { actionOf } from './action-of'
import { AskedAddress } from './asked-address'
import { FailedRefunds } from './failed-refunds'
import { Lines } from './lines'
import { MarkReady } from './mark-ready'
import classes from './order.module.css'
import { Parcels } from './parcels'
import { RefusedReport } from './refused-report'
import { OrderTags } from './tags'
import { Timeline } from './timeline'
import { useRefundReason } from './use-refund-reason'
import { useRefusals } from './use-refusals'

const CollectForm = dynamic(() => import('./collect-form'))
const ShipForm = dynamic(() => import('./ship-form'))
const RefundForm = dynamic(() => import('./refund-form'))
const CancelForm = dynamic(() => import('./cancel-form'))
const EditForm = dynamic(() => import('./edit-form'))
const LabelForm = dynamic(() => import('./label-form'))
const NoteForm = dynamic(() => import('./note-form'))

export type Order = Answer<'GET /cms/order/{id}'>

export interface CommandFormProps {
  order: Order
  onClose: () => void
}

type Command = 'ship' | 'collect' | 'refund' | 'cancel' | 'edit' | 'note' | 'label'

/** Visible to the user. */
export type Cases = RowOf<'GET /cms/after_sale'>[]

interface OrderRecordProps {
  order: Order
  cases: Cases
  /** For the customer of an unpaid order; `code`: a QR code of the link, as SVG. */
  toPay?: { link: string; code: string } | undefined
}

export function OrderRecord({ order, cases, toPay }: OrderRecordProps) {
  const t = useTranslations('sale')
  const [command, setCommand] = useState<Command>()
  const can = useCan()
  useFollowed(stateOfRefunds(order), async () =>
    stateOfRefunds(await send('GET /cms/order/{id}', { params: { id: order.id } })),
  )
  return (
    <>
      <RecordCrumb name={t('title', { no: order.order_no })} />
      <RecordHead
        list={{ href: '/admin/order', name: t('all') }}
        title={t('title', { no: order.order_no })}
        tags={
          <>
            <OrderTags order={{ ...order, ready_at: order.pickup?.ready_at }} />
            <Labels tags={order.tags} />
          </>
        }
      >
        {can('order.print') && (
          <Button
            component={Link}
            href={printPath([order])}
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
          >
            {t('action.print')}
          </Button>
        )}
        {can(elements.note) && (
          <Button
            variant="default"
            leftSection={<IconNote size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setCommand('note')}
          >
            {t('action.note')}
          </Button>
        )}
        {can(elements.label) && (
          <Button
            variant="default"
            leftSection={<IconTag size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setCommand('label')}
          >
            {t('action.label')}
          </Button>
        )}
        <CommandButton order={order} action="edit" icon={IconPencil} onClick={setCommand} />
        <CommandButton order={order} action="cancel" icon={IconBan} onClick={setCommand} />
        <CommandButton order={order} action="refund" icon={IconReceiptRefund} onClick={setCommand} />
        {can('waybill.print') && order.status === 'paid' && order.store === null && (
          <Button
            component={Link}
            href={packPath([order])}
            variant="default"
            leftSection={<IconBarcode size={16} stroke={1.8} aria-hidden="true" />}
          >
            {t('action.pack')}
          </Button>
        )}
        {order.store === null ? (
          <CommandButton order={order} action="ship" icon={IconTruck} onClick={setCommand} />
        ) : (
          <>
            <MarkReady order={order} />
            <CommandButton order={order} action="collect" icon={IconShoppingBagCheck} onClick={setCommand} />
          </>
        )}
      </RecordHead>
      <FailedRefunds order={order} />
      <RefusedReport order={order} />
      <AskedAddress order={order} />
      {order.pinned_notes.map(({ id, text, actor, created_at }) => (
        <Alert
          key={id}
          color="yellow"
          variant="light"
          icon={<IconPin size={18} stroke={1.6} aria-hidden="true" />}
          className={classes.failed}
        >
          <span className={classes.words}>{text}</span>
          <small>
            {actor?.name} · <Moment at={created_at} exact />
          </small>
        </Alert>
      ))}
      <RecordColumns
        side={
          <>
            <PageSection title={t('section.customer')}>
              <Customer order={order} />
            </PageSection>
            <PageSection title={order.store ? t('pickup.section') : t('section.address')}>
              <Receiver order={order} />
            </PageSection>
            <PageSection title={t('section.payments')}>
              <Payment order={order} toPay={toPay} />
            </PageSection>
          </>
        }
      >
        <PageSection title={t('section.items')}>
          <Lines order={order} />
        </PageSection>
        <PageSection title={t('section.parcels')}>
          <Parcels order={order} />
        </PageSection>
        {cases.length > 0 && (
          <PageSection title={t('section.cases')}>
            <CaseList cases={cases} />
          </PageSection>
        )}
        <PageSection title={t('section.history')}>
          <Timeline order={order} cases={cases} />
        </PageSection>
      </RecordColumns>
      <FormDrawer opened={command !== undefined} title={order.order_no} onClose={() => setCommand(undefined)}>
        {(onClose) => command && <CommandForm command={command} order={order} onClose={onClose} />}
      </FormDrawer>
    </>
  )
}

/** Changes with the states of refunds; undefined: none is being processed. */
const stateOfRefunds = ({ refunds }: Order): string | undefined =>
  refunds.some(({ status }) => status === 'processing')
    ? refunds.map(({ status, refusal_code }) => `${status} ${refusal_code ?? ''}`).join()
    : undefined

const elements = {
  ship: 'order.ship',
  collect: 'order.collect',
  refund: 'order.refund',
  cancel: 'order.cancel',
  edit: 'order.update',
  note: 'order.note',
  label: 'order.update',
} as const satisfies Record<Command, ElementCode>

const forms = {
  ship: ShipForm,
  collect: CollectForm,
  refund: RefundForm,
  cancel: CancelForm,
  edit: EditForm,
  note: NoteForm,
  label: LabelForm,
}

function CommandForm({ command, ...props }: CommandFormProps & { command: Command }) {
  const Form = forms[command]
  return <Form {...props} />
}

interface CommandButtonProps {
  order: Order
  action: Exclude<Command, 'note' | 'label'>
  icon: typeof IconTruck
  onClick: (command: Command) => void
}

/** Disabled, with the reason, if impossible now. Hidden without the permission or the element. */
function CommandButton({ order, action, icon: Icon, onClick }: CommandButtonProps) {
  const t = useTranslations('sale.action')
  const can = useCan()
  const textOf = useRefusals()
  const found = actionOf(order, action)
  if (!found || found.reason === 'forbidden' || !can(elements[action])) return null
  const labels = { ship: t('ship'), collect: t('collect'), refund: t('refund'), cancel: t('cancel'), edit: t('edit') }
  return (
    <Tooltip label={found.reason && textOf(found.action, found.reason)} disabled={found.allowed} withArrow>
      <Button
        variant={(action === 'ship' || action === 'collect') && found.allowed ? 'filled' : 'default'}
        leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
        aria-disabled={!found.allowed}
        data-disabled={!found.allowed || undefined}
        onClick={() => found.allowed && onClick(action)}
      >
        {labels[action]}
      </Button>
    </Tooltip>
  )
}

function Customer({ order: { customer, receiver, remark, cancel_reason } }: { order: Order }) {
  const t = useTranslations('sale')
  const locale = useLocale()
  const name = nameOfCustomer(customer, locale, receiver.name)
  const reason =
    cancel_reason === 'customer'
      ? t('cancelledBy.customer')
      : cancel_reason === 'expired'
        ? t('cancelledBy.expired')
        : cancel_reason
  return (
    <Facts>
      <Fact name={t('customer')}>
        <RecordAnchor resource="customer" id={customer.id}>
          {name}
        </RecordAnchor>
      </Fact>
      <Fact name={t('remark')}>{remark && <span className={classes.words}>{remark}</span>}</Fact>
      <Fact name={t('cancelReason')}>{reason}</Fact>
    </Facts>
  )
}

/** In the Chinese word order in every language. Copied as one line. */
function Receiver({ order: { receiver, store } }: { order: Order }) {
  const { name, mobile } = receiver
  const place = placeOf(receiver)
  return (
    <div className={classes.receiver} lang="zh-CN">
      {store && <span>{store.name}</span>}
      <span>
        <strong>{name}</strong> {mobile}
      </span>
      <Copyable text={`${name} ${mobile} ${place}`}>
        <span>{place}</span>
      </Copyable>
    </div>
  )
}

function Payment({ order, toPay }: Pick<OrderRecordProps, 'order' | 'toPay'>) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const reasonOf = useRefundReason()
  const mayOpen = useMayOpen()
  const drawing = toPay && { dangerouslySetInnerHTML: { __html: toPay.code } }
  const settling = order.payments.find(({ settles }) => settles)
  const at = (moment: string | null) => moment && <Moment at={moment} exact />
  return (
    <>
      <Facts>
        <Fact name={t('orderNo')}>
          <Copyable text={order.order_no} />
        </Fact>
        <Fact name={t('externalId')}>{order.external_id && <Copyable text={order.external_id} />}</Fact>
        <Fact name={t('createdAt')}>{at(order.created_at)}</Fact>
        <Fact name={t('paidAt')}>{at(order.paid_at)}</Fact>
        <Fact name={t('paymentNo')}>{settling && <Copyable text={settling.payment_no} />}</Fact>
        <Fact name={t('paidBy')}>{settling?.transaction_id && <Copyable text={settling.transaction_id} />}</Fact>
      </Facts>
      {order.paid_at && mayOpen(listPath('invoice')) && (
        <Anchor component={Link} href={`${listPath('invoice')}?order_id=${order.id}`} prefetch={false} size="sm">
          {t('invoices')}
        </Anchor>
      )}
      {toPay && (
        <>
          <p className={classes.hint}>{t.rich('lateNote', { at: () => <Moment at={order.expires_at} exact /> })}</p>
          <p className={classes.hint}>{order.placed_by ? t('toPay.shared') : t('toPay.text')}</p>
          <Facts>
            <Fact name={t('toPay.link')}>
              <Copyable text={toPay.link} />
            </Fact>
            <Fact name={t('toPay.path')}>
              <Copyable
                text={
                  order.placed_by
                    ? `/pages/shared-order/index?no=${order.order_no}`
                    : `/pages/order/index?id=${order.id}`
                }
              />
            </Fact>
          </Facts>
          <div className={classes.code} role="img" aria-label={t('toPay.code')} {...drawing} />
        </>
      )}
      {order.refunds.map((refund) => (
        <div key={refund.id} className={classes.refund}>
          <DictionaryTag type="refund_status" value={refund.status} />
          <span>{format.number(refund.amount / 100, 'price')}</span>
          <small>
            <Moment at={refund.created_at} exact />
          </small>
          {reasonOf(refund) && <small className={classes.words}>{reasonOf(refund)}</small>}
          {refund.status === 'processing' && refund.refusal_code && (
            <small>
              {refund.refusal_code === 'NOT_ENOUGH'
                ? t('failed.short')
                : t('failed.notYet', { code: refund.refusal_code })}
            </small>
          )}
        </div>
      ))}
    </>
  )
}
