'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { useNowFor } from '@/components/ui/use-now-for'
import { deadlineOf } from '@/lib/after_sale/deadline'

type Timed = Pick<RowOf<'GET /cms/after_sale'>, 'status' | 'decide_by' | 'return_by' | 'inspect_by'>

/** `exact`: date and time. Renders nothing without a deadline. */
export function Deadline({ of, exact = false }: { of: Timed; exact?: boolean }) {
  const t = useTranslations('after_sale')
  const at = deadlineOf(of)
  const now = useNowFor(at)
  if (at === null) return null
  return (
    <>
      <Moment at={at} exact={exact} />
      {new Date(at) < now && ' '}
      {new Date(at) < now && <Tag style="danger">{t('overdue')}</Tag>}
    </>
  )
}
