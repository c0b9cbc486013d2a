import { useTranslations } from 'next-intl'
import type { ProblemCode } from '@/lib/api/problem'
import classes from './api-reference.module.css'
import { Status } from './badge'
import { readableJson } from './json'
import { Panel } from './panel'

interface Entry {
  code: ProblemCode
  status: number
  /** The whole problem document. */
  example: unknown
}

/** Every error code with its meaning and remedy. */
export function ProblemReference({ entries }: { entries: Entry[] }) {
  const t = useTranslations('docs')
  return entries.map(({ code, status, example }) => (
    <article key={code} id={code} className={classes.operation} aria-labelledby={`${code}.title`}>
      <div className={classes.text}>
        <h2 id={`${code}.title`} className={classes.code}>
          <a href={`#${code}`}>
            <code>{code}</code>
          </a>
        </h2>
        <p>
          <Status status={status} tone="quiet" /> <strong>{t(`problems.${code}.title`)}</strong>
        </p>
        <h3>{t('errors.when')}</h3>
        <p>{t(`problems.${code}.when`)}</p>
        <h3>{t('errors.action')}</h3>
        <p>{t(`problems.${code}.action`)}</p>
      </div>
      <div className={classes.example}>
        <Panel title={t('errors.example')} text={readableJson(example)} />
      </div>
    </article>
  ))
}
