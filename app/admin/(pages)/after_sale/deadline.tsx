'use client'

import { useTranslations } from 'next-intl'
import { Moment } from '@/components/moment'
import type { RowOf } from '@/components/resource-table/declaration'
import { Tag } from '@/components/tag/tag'
import { useNowFor } from '@/components/use-now-for'
import { deadlineOf } from '@/lib/after_sale/deadline'

type Timed = Pick<RowOf<'GET /cms/after_sale'>, 'status' | 'decide_by' | 'return_by' | 'inspect_by'>

/** Until when something is to be done about a case, marked once that is over. Nothing, where it waits for nobody. */
export function Deadline({ of }: { of: Timed }) {
  const t = useTranslations('after_sale')
  const at = deadlineOf(of)
  const now = useNowFor(at)
  if (at === null) return null
  return (
    <>
      <Moment at={at} />
      {new Date(at) < now && ' '}
      {new Date(at) < now && <Tag style="danger">{t('overdue')}</Tag>}
    </>
  )
}
