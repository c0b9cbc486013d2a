'use client'

import { useTranslations } from 'next-intl'
import type { Operation } from '@/lib/oper_log/sentences'
import classes from './history.module.css'
import { useSentences } from './use-sentences'

/** At most `most` fields, then the number of the others. Renders nothing for a creation or deletion. */
export function Changes({ of, most = 6 }: { of: Operation; most?: number }) {
  const t = useTranslations('history')
  const { changesOf } = useSentences()
  if (!of.before || !of.after) return null
  const changes = changesOf(of)
  return (
    <ul className={classes.changes}>
      {changes.slice(0, most).map((change) => (
        <li key={change.key}>{change.text}</li>
      ))}
      {changes.length > most && <li>{t('further', { count: changes.length - most })}</li>}
    </ul>
  )
}
