'use client'

import { Alert, Anchor, Button } from '@mantine/core'
import { IconCheck, IconPackageImport, IconPackageOff, IconX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { History } from '@/components/admin/frame/history'
import { PageSection } from '@/components/admin/frame/page-section'
import { RecordCrumb } from '@/components/admin/frame/record-crumb'
import { RecordColumns, RecordHead } from '@/components/admin/frame/record-head'
import { PiecesTable, Sums } from '@/components/admin/pieces/pieces-table'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { useFollowed } from '@/components/ui/use-followed'
import type { AfterSaleStatus } from '@/db/enums'
import { disputeUntil } from '@/lib/after_sale/deadline'
import { nameOfCustomer } from '@/lib/kit/people/name'
import type { ElementCode } from '@/lib/menu/elements'
import { isAveraged } from '@/lib/order/refund-sum'
import { isFailedRefund } from '@/lib/payment/failed'
import { listPath, recordPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import { CaseList } from '../case-list'
import { useCaseActions } from '../use-case-actions'
import classes from './after-sale.module.css'
import { Deadline } from './deadline'
import { Pictures } from './pictures'

const ApproveForm = dynamic(() => import('./approve-form'))
const RejectForm = dynamic(() => import('./reject-form'))
const ReceiveForm = dynamic(() => import('./receive-form'))
const DecideForm = dynamic(() => import('./decide-form'))
const ParcelForm = dynamic(() => import('./parcel-form'))

export type Case = Answer<'GET /cms/after_sale/{id}'>

/** `grant` and `deny` replace `decide`: they are the two decisions on a dispute. */
type Decision = Exclude<Case['actions'][number], 'decide' | 'return'> | 'grant' | 'deny'
/** The button of `return` is beside the parcel, the others are in the head. */
type Command = Decision | 'return'

export interface CommandFormProps {
  record: Case
  onClose: () => void
}

export function CaseRecord({ record, others }: { record: Case; others: readonly RowOf<'GET /cms/after_sale'>[] }) {
  const t = useTranslations('after_sale')
  const [command, setCommand] = useState<Command>()
  const seesOrders = useMayOpen()(listPath('order'))
  useFollowed(stateOfRefund(record), async () =>
    stateOfRefund(await send('GET /cms/after_sale/{id}', { params: { id: record.id } })),
  )
  const { no, kind, status, dispute_description, dispute_images, refund } = record
  const can = useCan()
  const commands = record.actions
    .flatMap((action): Decision[] => {
      if (action === 'return') return []
      return action === 'decide' ? ['grant', 'deny'] : [action]
    })
    .filter((command) => can(elements[command]))
  const labels: Record<Decision, string> = {
    approve: kind === 'refund' ? t('action.approve') : t('action.approve_return'),
    reject: t('action.reject'),
    receive: t('action.receive'),
    refuse: t('action.refuse'),
    grant: t('action.grant'),
    deny: t('action.deny'),
  }
  return (
    <>
      <RecordCrumb name={t('title', { no })} />
      <RecordHead
        list={{ href: listPath('after_sale'), name: t('all') }}
        title={t('title', { no })}
        tags={
          <>
            <DictionaryTag type="after_sale_status" value={status} />{' '}
            <DictionaryTag type="after_sale_kind" value={kind} />
          </>
        }
      >
        {/* The button that pays the customer is last and filled, as on other pages. */}
        {commands.toReversed().map((one) => (
          <CommandButton key={one} command={one} onClick={setCommand}>
            {labels[one]}
          </CommandButton>
        ))}
      </RecordHead>
      {refund && isFailedRefund(refund.status) && (
        <FailedRefund order_id={record.order_id} isRefused={refund.status === 'refused'} />
      )}
      <RecordColumns
        side={
          <>
            <PageSection title={t('section.case')}>
              <About record={record} />
            </PageSection>
            {refund && (
              <PageSection title={t('section.refund')}>
                <Refund refund={refund} />
                {seesOrders && (
                  <Anchor component={Link} href={recordPath('order', record.order_id)} size="sm">
                    {t('ofOrder')}
                  </Anchor>
                )}
              </PageSection>
            )}
            <PageSection title={t('section.others')}>
              {others.length === 0 ? (
                <p className={classes.hint}>{t('noOthers')}</p>
              ) : (
                <>
                  <CaseList cases={others} />
                  <Anchor
                    component={Link}
                    href={`${listPath('after_sale')}?customer_id=${record.customer.id}`}
                    size="sm"
                  >
                    {t('allOfCustomer')}
                  </Anchor>
                </>
              )}
            </PageSection>
          </>
        }
      >
        <PageSection title={t('section.items')}>
          <Items record={record} />
        </PageSection>
        <PageSection title={t('section.request')}>
          <Facts>
            <Fact name={t('reason')}>
              <DictionaryTag type="after_sale_reason" value={record.reason_code} />
            </Fact>
            <Words text={record.description} urls={record.images} />
          </Facts>
        </PageSection>
        {(dispute_description || dispute_images.length > 0) && (
          <PageSection title={t('section.dispute')}>
            <Facts>
              <Words text={dispute_description} urls={dispute_images} />
            </Facts>
          </PageSection>
        )}
        {record.return_to && (
          <PageSection title={t('section.parcel')}>
            <Parcel record={record} onEnter={() => setCommand('return')} />
          </PageSection>
        )}
        <PageSection title={t('section.history')}>
          <Log record={record} />
        </PageSection>
      </RecordColumns>
      <FormDrawer opened={command !== undefined} title={no} onClose={() => setCommand(undefined)}>
        {(onClose) => command && <CommandForm command={command} record={record} onClose={onClose} />}
      </FormDrawer>
    </>
  )
}

/** undefined: no refund is being processed. */
const stateOfRefund = ({ status, refund }: Case): string | undefined =>
  refund?.status === 'processing' ? `${status} ${refund.status}` : undefined

const elements = {
  approve: 'after_sale.decide',
  reject: 'after_sale.decide',
  receive: 'after_sale.receive',
  refuse: 'after_sale.receive',
  return: 'after_sale.receive',
  grant: 'after_sale.arbitrate',
  deny: 'after_sale.arbitrate',
} as const satisfies Record<Command, ElementCode>

const icons = {
  approve: IconCheck,
  reject: IconX,
  receive: IconPackageImport,
  refuse: IconPackageOff,
  grant: IconCheck,
  deny: IconX,
} satisfies Record<Decision, typeof IconCheck>

interface CommandButtonProps {
  command: Decision
  onClick: (command: Decision) => void
  children: string
}

function CommandButton({ command, onClick, children }: CommandButtonProps) {
  const Icon = icons[command]
  const isForCustomer = command === 'approve' || command === 'receive' || command === 'grant'
  return (
    <Button
      variant={isForCustomer ? 'filled' : 'default'}
      leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
      onClick={() => onClick(command)}
    >
      {children}
    </Button>
  )
}

function CommandForm({ command, ...props }: CommandFormProps & { command: Command }) {
  if (command === 'approve') return <ApproveForm {...props} />
  if (command === 'receive') return <ReceiveForm {...props} />
  if (command === 'return') return <ParcelForm {...props} />
  if (command === 'reject' || command === 'refuse') return <RejectForm {...props} command={command} />
  return <DecideForm {...props} command={command} />
}

/** Links to the order, where staff retry or close refunds. */
function FailedRefund({ order_id, isRefused }: { order_id: number; isRefused: boolean }) {
  const t = useTranslations('after_sale.failed')
  const mayOpen = useMayOpen()
  return (
    <Alert color="red" variant="light" title={isRefused ? t('refusedTitle') : t('title')} className={classes.failed}>
      <p>{isRefused ? t('refusedText') : t('text')}</p>
      {mayOpen(listPath('order')) && (
        <Anchor component={Link} href={recordPath('order', order_id)} c="inherit" underline="always" inherit>
          {t('open')}
        </Anchor>
      )}
    </Alert>
  )
}

function Items({ record }: { record: Case }) {
  const t = useTranslations('after_sale')
  const tPieces = useTranslations('form.pieces')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const { items, requested_amount, freight_amount, approved_amount, postage_amount } = record
  return (
    <>
      <PiecesTable
        caption={t('section.items')}
        lines={items}
        keyOf={({ order_item_id }) => order_item_id}
        columns={[
          { label: tPieces('count'), value: ({ count }) => count },
          {
            label: t('amount'),
            value: ({ amount, discount_amount, ordered_count, deal_pieces }) =>
              discount_amount ? (
                <span className={classes.sum}>
                  {t('sum', {
                    price: priceOf(amount + discount_amount),
                    discount: priceOf(discount_amount),
                    refundable: priceOf(amount),
                  })}{' '}
                  {isAveraged({ count: ordered_count, deal_pieces }) && t('averaged')}
                </span>
              ) : (
                priceOf(amount)
              ),
          },
        ]}
        minWidth={280}
      />
      <Sums
        sums={[
          [t('requested'), requested_amount],
          [t('freight'), freight_amount > 0 ? freight_amount : null],
          [t('approved'), approved_amount],
          [t('postage'), postage_amount > 0 ? postage_amount : null],
        ]}
      />
    </>
  )
}

function Words({ text, urls }: { text: string; urls: readonly string[] }) {
  const t = useTranslations('after_sale')
  return (
    <>
      <Fact name={t('description')}>{text && <span className={classes.words}>{text}</span>}</Fact>
      <Fact name={t('pictures')}>{urls.length > 0 ? <Pictures urls={urls} /> : null}</Fact>
    </>
  )
}

function Parcel({ record, onEnter }: { record: Case; onEnter: () => void }) {
  const t = useTranslations('after_sale')
  const can = useCan()
  const { return_to, return_carrier, return_tracking_no, actions } = record
  return (
    <>
      <Facts>
        <Fact name={t('returnTo')}>{return_to && <span className={classes.words}>{return_to}</span>}</Fact>
        <Fact name={t('carrier')}>{return_carrier && <DictionaryTag type="carrier" value={return_carrier} />}</Fact>
        <Fact name={t('trackingNo')}>{return_tracking_no && <Copyable text={return_tracking_no} />}</Fact>
      </Facts>
      {return_tracking_no === null && <p className={classes.hint}>{t('notSent')}</p>}
      {actions.includes('return') && can(elements.return) && (
        <Button size="compact-sm" variant="light" className={classes.enter} onClick={onEnter}>
          {return_tracking_no === null ? t('parcel.enter') : t('parcel.correct')}
        </Button>
      )}
    </>
  )
}

function About({ record }: { record: Case }) {
  const t = useTranslations('after_sale')
  const locale = useLocale()
  const { no, order_id, order_no, order_status, customer, status, created_at, closed_at, rejected_at, disputed_at } =
    record
  const deadlines: Partial<Record<AfterSaleStatus, string>> = {
    requested: t('decideBy'),
    returning: t('returnBy'),
    returned: t('inspectBy'),
    disputed: t('decideBy'),
  }
  const deadline = deadlines[status]
  return (
    <Facts>
      <Fact name={t('no')}>
        <Copyable text={no} />
      </Fact>
      <Fact name={t('order')}>
        <RecordAnchor resource="order" id={order_id}>
          <code className={classes.number}>{order_no}</code>
        </RecordAnchor>{' '}
        <DictionaryTag type="order_status" value={order_status} />
      </Fact>
      <Fact name={t('customer')}>
        <RecordAnchor resource="customer" id={customer.id}>
          {nameOfCustomer(customer, locale)}
        </RecordAnchor>
      </Fact>
      <Fact name={t('createdAt')}>
        <Moment at={created_at} exact />
      </Fact>
      {deadline && (
        <Fact name={deadline}>
          <Deadline of={record} exact />
        </Fact>
      )}
      {status === 'rejected' && rejected_at !== null && disputed_at === null && (
        <Fact name={t('disputeUntil')}>
          <Moment at={disputeUntil(new Date(rejected_at)).toISOString()} exact />
        </Fact>
      )}
      <Fact name={t('closedAt')}>{closed_at && <Moment at={closed_at} exact />}</Fact>
    </Facts>
  )
}

function Refund({ refund }: { refund: NonNullable<Case['refund']> }) {
  const t = useTranslations('after_sale')
  const format = useFormatter()
  return (
    <Facts>
      <Fact name={t('refundStatus')}>
        <DictionaryTag type="refund_status" value={refund.status} />
      </Fact>
      <Fact name={t('refundAmount')}>{format.number(refund.amount / 100, 'price')}</Fact>
      <Fact name={t('refundNo')}>
        <Copyable text={refund.refund_no} />
      </Fact>
      <Fact name={t('paidBack')}>{refund.succeeded_at && <Moment at={refund.succeeded_at} exact />}</Fact>
    </Facts>
  )
}

function Log({ record }: { record: Case }) {
  const t = useTranslations('after_sale')
  const texts = useCaseActions()
  const restockTextOf = useRestockText(record)
  return (
    <History
      entries={record.log.toReversed().map((entry) => {
        const { action, from_status, to_status, note, actor, created_at } = entry
        return {
          key: `${action} ${created_at}`,
          title: texts[from_status === to_status ? 'corrected' : action],
          detail: [note, restockTextOf(entry)].filter(Boolean).join('\n'),
          actor: actor?.name ?? t('system'),
          at: created_at,
        }
      })}
    />
  )
}

/** undefined: not about stock. Without returned pieces, a `receive` entry says so. */
function useRestockText({ items, refund }: Case) {
  const t = useTranslations('after_sale.restock')
  return ({ action, restock }: Case['log'][number]): string | undefined => {
    if (restock === null) return undefined
    if (restock.length === 0) return action === 'receive' ? t('none') : undefined
    const pieces = restock.map(({ order_item_id, count }) => {
      const item = items.find((one) => one.order_item_id === order_item_id)
      return `${[item?.name, item?.spec_text].filter(Boolean).join(' · ')} × ${count}`
    })
    return [refund?.status === 'succeeded' ? t('done') : t('waiting'), ...pieces].join('\n')
  }
}
