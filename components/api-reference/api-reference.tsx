import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { OpenApiDocument } from '@/lib/api/openapi-document'
import classes from './api-reference.module.css'
import { FieldTable } from './field-table'
import { fieldsOf } from './fields'
import { Navigation } from './navigation'
import { OperationView } from './operation'
import type { Part } from './operations'
import { type ReferencePage, typeId } from './places'
import type { Login } from './try-it'

interface ApiReferenceProps {
  document: OpenApiDocument
  /** The path of the document. */
  path: string
  /** The part of the document to show. */
  part: Part
  /** All pages of the reference, and the `href` of this one. */
  pages: ReferencePage[]
  here: string
  title: string
  lead: ReactNode
  /** How a try-it form gets a token by itself; undefined where that is not offered. */
  login: Login | undefined
  /** The introduction before the requests: sections with an `h3` each. */
  children?: ReactNode
}

/** Shows operations of an OpenAPI document, with try-it. */
export function ApiReference({ document, path, part, pages, here, title, lead, login, children }: ApiReferenceProps) {
  const t = useTranslations('docs')
  return (
    <div className={classes.page}>
      <Navigation pages={pages} here={here} />
      <div className={classes.content}>
        <header className={classes.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
          <p className={classes.facts}>
            <span>{t('version', { version: document.info.version })}</span>
            <a href={path}>{t('document')}</a>
          </p>
        </header>
        {children && (
          <section className={classes.introduction} aria-labelledby="introduction">
            <h2 id="introduction">{t('introduction.title')}</h2>
            {children}
          </section>
        )}
        {part.modules.map(({ name, operations }) => (
          <section key={name} aria-labelledby={`module-${name}`}>
            <h2 id={`module-${name}`} className={classes.module}>
              {name}
            </h2>
            {operations.map((listed) => (
              <OperationView key={listed.id} document={document} listed={listed} login={login} />
            ))}
          </section>
        ))}
        <section className={classes.types} aria-labelledby="types">
          <h2 id="types">{t('types.title')}</h2>
          <p>{t('types.lead')}</p>
          {part.types.map(([name, schema]) => (
            <article key={name} id={typeId(name)}>
              <h3>
                <a href={`#${typeId(name)}`}>{name}</a>
              </h3>
              <FieldTable rows={fieldsOf(schema)} label={name} direction="answered" />
            </article>
          ))}
        </section>
      </div>
    </div>
  )
}
