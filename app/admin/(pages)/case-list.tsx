'use client'

import { useFormatter } from 'next-intl'
import { RecordAnchor } from '@/components/admin/record-anchor'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import classes from './case-list.module.css'

/** Newest first. */
export function CaseList({ cases }: { cases: readonly RowOf<'GET /cms/after_sale'>[] }) {
  const format = useFormatter()
  return (
    <ul className={classes.cases}>
      {cases.map(({ id, no, kind, status, requested_amount, approved_amount, created_at }) => (
        <li key={id}>
          <RecordAnchor resource="after_sale" id={id}>
            <code className={classes.number}>{no}</code>
          </RecordAnchor>
          <DictionaryTag type="after_sale_status" value={status} />
          <DictionaryTag type="after_sale_kind" value={kind} />
          <span>{format.number((approved_amount ?? requested_amount) / 100, 'price')}</span>
          <small>
            <Moment at={created_at} exact />
          </small>
        </li>
      ))}
    </ul>
  )
}
