import { useTranslations } from 'next-intl'
import type { OpenApiDocument, Operation } from '@/lib/kit/api/document/openapi-document'
import classes from './api-reference.module.css'
import { Method, Status } from './badge'
import { Breakable } from './breakable'
import { CopyButton } from './copy-button'
import { FieldTable, TypeName } from './field-table'
import { fieldOf, fieldsOf, typeOfSchema } from './fields'
import { readableJson } from './json'
import { failuresOf, isCallable, type Listed, successOf } from './operations'
import { Panel } from './panel'
import { curlOf, requestOf } from './request'
import { type Login, TryIt } from './try-it'

interface OperationViewProps {
  document: OpenApiDocument
  listed: Listed
  login: Login | undefined
}

export function OperationView({ document, listed, login }: OperationViewProps) {
  const t = useTranslations('docs.operation')
  const { id, method, path, operation } = listed
  const { summary, description } = operation
  const request = requestOf(listed)
  const curl = curlOf(request, document.servers[0]?.url ?? '')
  const success = successOf(operation)
  return (
    <article id={id} className={classes.operation} aria-labelledby={`${id}.title`}>
      <div className={classes.text}>
        <h2 id={`${id}.title`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p className={classes.address}>
          <Method method={method} />{' '}
          <code>
            <Breakable text={path} />
          </code>
        </p>
        <p className={classes.access}>
          {t('access')}: <Access operation={operation} />
        </p>
        {operation['x-deprecation'] && (
          <p className={classes.deprecated}>{t('deprecated', { ...operation['x-deprecation'] })}</p>
        )}
        {description && <p>{description}</p>}
        <Sent operation={operation} />
        {success && <Answered success={success} />}
        <Failures document={document} operation={operation} />
      </div>
      <div className={classes.example}>
        {isCallable(operation) && (
          <>
            <Panel title={t('request')} text={curl} tools={<CopyButton text={curl} label={t('copy')} />} />
            <TryIt request={request} login={login} />
          </>
        )}
        {success?.content?.example !== undefined && (
          <Panel title={t('answered', { status: success.status })} text={readableJson(success.content.example)} />
        )}
      </div>
    </article>
  )
}

function Access({ operation }: { operation: Operation }) {
  const t = useTranslations('docs.access')
  return t(operation['x-access'], { code: operation['x-permission'] ?? '' })
}

function Sent({ operation: { parameters = [], requestBody } }: { operation: Operation }) {
  const t = useTranslations('docs.operation')
  const body = requestBody?.content['application/json']?.schema
  const rows = parameters.map(({ in: place, name, required, description, schema }) => ({
    ...fieldOf(name, schema, required),
    description,
    note: t(place),
  }))
  return (
    <>
      {rows.length > 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <FieldTable rows={rows} label={t('parameters')} direction="sent" />
        </>
      )}
      {body && (
        <>
          <h3>{t('body')}</h3>
          {body.properties ? (
            <FieldTable rows={fieldsOf(body)} label={t('body')} direction="sent" />
          ) : (
            <p>
              <TypeName type={typeOfSchema(body)} />
            </p>
          )}
        </>
      )}
    </>
  )
}

function Answered({ success: { status, headers, content } }: { success: NonNullable<ReturnType<typeof successOf>> }) {
  const t = useTranslations('docs.operation')
  const rows = content ? fieldsOf(content.schema) : []
  const notable = headers.filter((name) => name !== 'X-Request-Id')
  return (
    <>
      <h3>{t('answer')}</h3>
      <p>
        <Status status={status} />{' '}
        {content ? rows.length === 0 && <TypeName type={typeOfSchema(content.schema)} /> : t('nothing')}
        {notable.length > 0 && (
          <span className={classes.headers}>
            {notable.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </span>
        )}
      </p>
      {rows.length > 0 && <FieldTable rows={rows} label={t('answered', { status })} direction="answered" />}
    </>
  )
}

function Failures({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const t = useTranslations('docs.operation')
  return (
    <>
      <h3>{t('errors')}</h3>
      <ul className={classes.failures}>
        {failuresOf(document, operation).map(({ status, code, description }) => (
          <li key={code ?? status}>
            <Status status={status} tone="quiet" /> {code ? <a href={`/docs/errors#${code}`}>{code}</a> : description}
          </li>
        ))}
      </ul>
    </>
  )
}
