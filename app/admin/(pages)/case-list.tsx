'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useFormatter } from 'next-intl'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { recordPath } from '@/lib/server/admin/record-path'
import classes from './case-list.module.css'

/** After-sale cases, the newest first. */
export function CaseList({ cases }: { cases: readonly RowOf<'GET /cms/after_sale'>[] }) {
  const format = useFormatter()
  return (
    <ul className={classes.cases}>
      {cases.map(({ id, no, kind, status, requested_amount, approved_amount, created_at }) => (
        <li key={id}>
          <Anchor component={Link} href={recordPath('after_sale', id)} inherit>
            <code className={classes.number}>{no}</code>
          </Anchor>
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
