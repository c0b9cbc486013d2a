'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useFormatter } from 'next-intl'
import { Moment } from '@/components/moment'
import { DictionaryTag } from '@/components/tag/tag'
import { recordPath } from '@/lib/admin/record-path'
import classes from './order.module.css'
import type { Cases } from './record'

/** The after-sale cases of an order, the newest first. */
export function CaseList({ cases }: { cases: Cases }) {
  const format = useFormatter()
  return (
    <ul className={classes.parcels}>
      {cases.map(({ id, no, kind, status, requested_amount, approved_amount, created_at }) => (
        <li key={id} className={classes.parcel}>
          <Anchor component={Link} href={recordPath('after_sale', id)} inherit>
            <code className={classes.number}>{no}</code>
          </Anchor>
          <DictionaryTag type="after_sale_status" value={status} />
          <DictionaryTag type="after_sale_kind" value={kind} />
          <span>{format.number((approved_amount ?? requested_amount) / 100, 'price')}</span>
          <small>
            <Moment at={created_at} />
          </small>
        </li>
      ))}
    </ul>
  )
}
