import { IconCircleCheck } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import type { Work, WorkKey } from '@/lib/dashboard/schema'
import classes from './start.module.css'

/** Kinds without open work are listed below. */
export function WorkList({ work }: { work: z.output<typeof Work> }) {
  const t = useTranslations('dashboard')
  const format = useFormatter()
  const names: Record<WorkKey, string> = {
    to_ship: t('work.to_ship'),
    part_shipped: t('work.part_shipped'),
    late: t('work.late'),
    not_collected: t('work.not_collected'),
    refunds_waiting: t('work.refunds_waiting'),
    cases_waiting: t('work.cases_waiting'),
    invoices_waiting: t('work.invoices_waiting'),
    invoices_to_replace: t('work.invoices_to_replace'),
    not_reported: t('work.not_reported'),
    parcels_not_collected: t('work.parcels_not_collected'),
    parcels_stuck: t('work.parcels_stuck'),
    parcels_failed: t('work.parcels_failed'),
    quotas_low: t('work.quotas_low'),
    waybills_not_canceled: t('work.waybills_not_canceled'),
    address_asked: t('work.address_asked'),
    payment_problems: t('work.payment_problems'),
    stock_out: t('work.stock_out'),
    stock_low: t('work.stock_low'),
    errors_new: t('work.errors_new'),
    notices_unread: t('work.notices_unread'),
  }
  const waiting = work.filter(({ count }) => count > 0)
  const done = work.filter(({ count }) => count === 0)
  return (
    <section className={classes.section} aria-labelledby="work">
      <h2 id="work" className={classes.title}>
        {t('work.title')}
      </h2>
      {waiting.length === 0 ? (
        <EmptyState
          order={3}
          icon={<IconCircleCheck size={28} stroke={1.6} />}
          title={t('work.doneTitle')}
          description={t('work.done')}
        />
      ) : (
        <ul className={classes.work}>
          {waiting.map(({ key, count, capped, href }) => (
            <li key={key}>
              <Link href={href} prefetch={false} className={classes.card}>
                <span className={classes.count}>
                  {capped ? t('work.capped', { count: format.number(count) }) : format.number(count)}
                </span>
                <span>{names[key]}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && done.length > 0 && (
        <p className={classes.quiet}>
          {t('work.nothingIn', { names: format.list(done.map(({ key }) => names[key])) })}
        </p>
      )}
    </section>
  )
}
