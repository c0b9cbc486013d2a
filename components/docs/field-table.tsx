'use client'

import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { Breakable } from './breakable'
import classes from './field-table.module.css'
import type { Field, Limit, Type } from './fields'
import { typeHref } from './places'

interface Row extends Field {
  note?: string
}

interface FieldTableProps {
  rows: Row[]
  label: string
  /** Requests show required fields and limits, responses fields that may be absent. */
  direction: 'sent' | 'answered'
}

/** A client component: the payload then has the rows, not the rendered elements. */
export function FieldTable({ rows, label, direction }: FieldTableProps) {
  const t = useTranslations('docs.field')
  const isSent = direction === 'sent'
  return (
    <table className={classes.fields} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('type')}</th>
          <th scope="col">{t('description')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, depth, note, type, isRequired, limits, description }) => (
          <tr key={path}>
            <th scope="row" style={depth > 0 ? { paddingInlineStart: `${depth * 0.75}rem` } : undefined}>
              <code className={classes.name}>
                <Breakable text={path} />
              </code>
              {note && <span className={classes.note}>{note}</span>}
              {isSent && isRequired && <span className={classes.required}>{t('required')}</span>}
              {!isSent && !isRequired && <span className={classes.note}>{t('optional')}</span>}
            </th>
            <td className={classes.type}>
              <TypeName type={type} />
            </td>
            <td>
              {description && <p>{description}</p>}
              <Limits limits={isSent ? limits : limits.filter(({ key }) => key === 'oneOf')} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function TypeName({ type }: { type: Type }) {
  const t = useTranslations('docs.field')
  const name = type.reference ? <a href={typeHref(type.reference)}>{type.reference}</a> : type.name
  return (
    <>
      {type.isArray ? t.rich('array', { type: () => name }) : name}
      {type.isNullable && ` ${t('nullable')}`}
    </>
  )
}

function Limits({ limits }: { limits: Limit[] }) {
  if (limits.length === 0) return null
  return (
    <p className={classes.limits}>
      {limits.map((limit, at) => (
        <Fragment key={limit.key}>
          {at > 0 && ' · '}
          <LimitText limit={limit} />
        </Fragment>
      ))}
    </p>
  )
}

function LimitText({ limit }: { limit: Limit }): ReactNode {
  const t = useTranslations('docs.limit')
  switch (limit.key) {
    case 'length':
    case 'range':
    case 'items':
      return t(limit.key, { minimum: limit.minimum, maximum: limit.maximum })
    case 'oneOf':
      return (
        <>
          {limit.values.length > 1 && t(limit.key)}
          {limit.values.map((value) => (
            <Fragment key={value}>
              {' '}
              <code>{value}</code>
            </Fragment>
          ))}
        </>
      )
    case 'pattern':
    case 'default':
      return (
        <>
          {t(limit.key)} <code>{limit.text}</code>
        </>
      )
    default:
      return t(limit.key, { value: limit.value })
  }
}
