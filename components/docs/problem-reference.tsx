import { useTranslations } from 'next-intl'
import type { JsonSchema } from '@/lib/kit/api/document/openapi-document'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import type { ProblemCode } from '@/lib/kit/api/endpoint/problem'
import classes from './api-reference.module.css'
import { Status } from './badge'
import { FieldTable } from './field-table'
import { fieldsOf } from './fields'
import { readableJson } from './json'
import { Panel } from './panel'

interface Entry {
  code: ProblemCode
  status: number
  /** In addition to the members of every problem. */
  members: JsonSchema
  /** In `invalid_params`, explained together with this problem. */
  faults: readonly FaultCode[]
  /** undefined: the body has no members of its own. */
  example: unknown
}

export function ProblemReference({ entries }: { entries: Entry[] }) {
  const t = useTranslations('docs')
  return entries.map(({ code, status, members, faults, example }) => (
    <article key={code} id={code} className={classes.operation}>
      <div className={classes.text}>
        <h2>
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
        <Members schema={members} />
        {faults.length > 0 && (
          <>
            <h3>{t('errors.faults')}</h3>
            <dl className={classes.values}>
              {faults.map((fault) => (
                <div key={fault}>
                  <dt>
                    <code>{fault}</code>
                  </dt>
                  <dd>{t(`faults.${fault}`)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      <div>{example !== undefined && <Panel title={t('errors.example')} text={readableJson(example)} />}</div>
    </article>
  ))
}

function Members({ schema }: { schema: JsonSchema }) {
  const t = useTranslations('docs.errors')
  const rows = fieldsOf(schema)
  if (rows.length === 0) return null
  return (
    <>
      <h3>{t('members')}</h3>
      <FieldTable rows={rows} label={t('members')} direction="answered" />
    </>
  )
}
