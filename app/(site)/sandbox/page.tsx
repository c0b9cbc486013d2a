import { Button, Code, Container, Text, Title } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getFormatter, getNow, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CashDesk } from '@/components/sandbox/cash-desk'
import { Codes } from '@/components/sandbox/codes'
import { ControlProvider } from '@/components/sandbox/control'
import { DeliveryList, type ShownDelivery } from '@/components/sandbox/delivery-list'
import { ParcelCard } from '@/components/sandbox/parcel-card'
import { RefundCard } from '@/components/sandbox/refund-card'
import { RefundFaults } from '@/components/sandbox/refund-faults'
import classes from '@/components/sandbox/sandbox.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { env } from '@/lib/kit/env'
import { spaced } from '@/lib/kit/i18n/spaced'
import { readState } from '@/lib/platform/sandbox/control'
import { paymentFaults } from '@/lib/platform/sandbox/faults'
import { ClientMessages } from '@/lib/server/next/messages'

type SandboxState = Awaited<ReturnType<typeof readState>>

export async function generateMetadata(): Promise<Metadata> {
  if (!env().SANDBOX) return {}
  const t = await getTranslations('sandbox')
  return { title: t('title'), description: t('description'), robots: { index: false } }
}

export default async function SandboxPage() {
  if (!env().SANDBOX) notFound()
  const t = await getTranslations('sandbox')
  const { trades, paid, parcels, refunds, deliveries } = await readState()
  return (
    <Container size="xl" py="lg">
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Text c="dimmed" maw="80ch" mt={4}>
        {t('lead')}
      </Text>
      <ClientMessages of={['sandbox', 'copy', 'tracking']}>
        <ControlProvider>
          <Section id="desk" title={t('desk.title')} lead={t('desk.lead')}>
            <Desks trades={trades} />
          </Section>
          <Section id="codes" title={t('codes.title')} lead={t('codes.lead')}>
            <Codes origin={env().BASE_URL} />
          </Section>
          <Section id="parcels" title={t('parcels.title')} lead={t('parcels.lead')}>
            <Parcels parcels={parcels} />
          </Section>
          <div className={classes.columns}>
            <Section id="refunds" title={t('refunds.title')} lead={t('refunds.lead')}>
              <Faults paid={paid} />
              <Refunds refunds={refunds} />
            </Section>
            <Section id="deliveries" title={t('deliveries.title')} lead={t('deliveries.lead')}>
              <Deliveries deliveries={deliveries} />
            </Section>
          </div>
        </ControlProvider>
      </ClientMessages>
    </Container>
  )
}

function Section({ id, title, lead, children }: { id: string; title: string; lead: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <Text size="sm" c="dimmed" maw="80ch">
        {lead}
      </Text>
      {children}
    </section>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" mt="md">
    {children}
  </Text>
)

async function Desks({ trades }: Pick<SandboxState, 'trades'>) {
  const t = await getTranslations('sandbox.desk')
  const format = await getFormatter()
  const now = await getNow()
  if (trades.length === 0) {
    return (
      <EmptyState
        order={3}
        icon={<IconDeviceDesktop size={28} aria-hidden="true" />}
        title={t('empty')}
        description={t.rich('emptyDescription', {
          code: (text) => <Code style={{ whiteSpace: 'nowrap' }}>{text}</Code>,
        })}
        actions={
          <Button component={Link} href="/docs">
            {t('reference')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={classes.desks}>
      {trades.map(({ out_trade_no, description, total, created_at }) => (
        <CashDesk
          key={out_trade_no}
          out_trade_no={out_trade_no}
          description={description}
          amount={format.number(total / 100, 'price')}
          age={spaced(format.relativeTime(created_at, now))}
        />
      ))}
    </div>
  )
}

async function Faults({ paid }: Pick<SandboxState, 'paid'>) {
  const format = await getFormatter()
  return paid.map(({ out_trade_no, total, refund_fault }) => (
    <RefundFaults
      key={out_trade_no}
      out_trade_no={out_trade_no}
      amount={format.number(total / 100, 'price')}
      refund_fault={refund_fault}
    />
  ))
}

async function Parcels({ parcels }: Pick<SandboxState, 'parcels'>) {
  const t = await getTranslations('sandbox.parcels')
  if (parcels.length === 0) return <Nothing>{t('empty')}</Nothing>
  return (
    <ul className={classes.rows}>
      {parcels.map(({ token, delivery_id, waybill_id, status }) => (
        <ParcelCard key={token} token={token} delivery_id={delivery_id} waybill_id={waybill_id} status={status} />
      ))}
    </ul>
  )
}

async function Refunds({ refunds }: Pick<SandboxState, 'refunds'>) {
  const t = await getTranslations('sandbox.refunds')
  const format = await getFormatter()
  const now = await getNow()
  if (refunds.length === 0) return <Nothing>{t('empty')}</Nothing>
  return (
    <ul className={classes.rows}>
      {refunds.map(({ out_refund_no, out_trade_no, reason, amount, state, created_at, succeeded_at }) => (
        <RefundCard
          key={out_refund_no}
          out_refund_no={out_refund_no}
          out_trade_no={out_trade_no}
          reason={reason}
          amount={format.number(amount / 100, 'price')}
          age={spaced(format.relativeTime(created_at, now))}
          state={state}
          isWaiting={succeeded_at === null}
        />
      ))}
    </ul>
  )
}

async function Deliveries({ deliveries }: Pick<SandboxState, 'deliveries'>) {
  const t = await getTranslations('sandbox')
  const format = await getFormatter()
  const now = await getNow()
  if (deliveries.length === 0) return <Nothing>{t('deliveries.empty')}</Nothing>
  const shown = deliveries.map((delivery): ShownDelivery => {
    const { event_id, event_type, number, attempts, last_status, created_at, next_try_at } = delivery
    const fault = paymentFaults.find((one) => one === delivery.fault)
    return {
      event_id,
      event_type,
      number,
      attempts,
      last_status,
      fault: fault && t(`faults.${fault}.name`),
      last_answer: delivery.last_answer ?? '',
      age: spaced(format.relativeTime(created_at, now)),
      state: stateOf(delivery),
      next: next_try_at ? spaced(format.relativeTime(next_try_at, now)) : undefined,
    }
  })
  return <DeliveryList deliveries={shown} />
}

function stateOf({ delivered_at, next_try_at, attempts }: SandboxState['deliveries'][number]): ShownDelivery['state'] {
  if (delivered_at) return 'taken'
  if (next_try_at) return attempts > 0 ? 'retrying' : 'waiting'
  return attempts > 0 ? 'ended' : 'unsent'
}
