'use client'

import { Anchor } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Changes } from '@/components/admin/history/changes'
import { useSentences } from '@/components/admin/history/use-sentences'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { useTargetHref } from './oper_log/target-href'
import classes from './start.module.css'

/** From the audit log. */
export function RecentChanges({ operations }: { operations: readonly RowOf<'GET /cms/oper_log'>[] }) {
  const t = useTranslations('history')
  return (
    <section className={classes.section} aria-labelledby="changes">
      <h2 id="changes" className={classes.title}>
        {t('recent')}
      </h2>
      <ol className={classes.changes}>
        {operations.map((operation) => (
          <li key={operation.id}>
            <div>
              <Sentence of={operation} />
              <Changes of={operation} most={1} />
            </div>
            <small>
              <Moment at={operation.created_at} />
            </small>
          </li>
        ))}
      </ol>
      <Anchor component={Link} href="/admin/oper_log" prefetch={false} size="sm">
        {t('all')}
      </Anchor>
    </section>
  )
}

/** Plain text if the user may not open the list. */
function Sentence({ of: operation }: { of: RowOf<'GET /cms/oper_log'> }) {
  const { sentenceOf } = useSentences()
  const { target_type, target_id, action } = operation
  // A deleted record cannot be opened: links to the list.
  const href = useTargetHref(target_type, action === 'delete' ? null : target_id)
  const sentence = sentenceOf(operation)
  if (!href) return sentence
  return (
    <Anchor component={Link} href={href} prefetch={false} inherit>
      {sentence}
    </Anchor>
  )
}
