import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { OpenApiDocument } from '@/lib/api/openapi-document'
import classes from './api-reference.module.css'
import { FieldTable } from './field-table'
import { fieldsOf } from './fields'
import { Navigation } from './navigation'
import { OperationView } from './operation'
import { modulesOf } from './operations'
import type { Login } from './try-it'

interface ApiReferenceProps {
  document: OpenApiDocument
  /** Where the document itself can be fetched. */
  address: string
  /** How a form of the page gets a token without being told one; undefined where that is not offered. */
  login?: Login
  /** What is to be known before the single requests: sections with an `h3` each. */
  children: ReactNode
  /** The sections of `children` for the navigation. */
  sections: { id: string; title: string }[]
}

/** An OpenAPI document as a page to read and to try. */
export function ApiReference({ document, address, login, children, sections }: ApiReferenceProps) {
  const t = useTranslations('docs')
  const modules = modulesOf(document)
  const types = Object.entries(document.components.schemas).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const groups = [
    { title: t('introduction.title'), links: sections },
    ...modules.map(({ name, operations }) => ({
      title: name,
      links: operations.map(({ id, method, path, operation }) => ({ id, title: operation.summary, method, path })),
    })),
    { title: t('types.title'), links: types.map(([name]) => ({ id: `type-${name}`, title: name })) },
  ]
  return (
    <div className={classes.page}>
      <Navigation groups={groups} />
      <div className={classes.content}>
        <header className={classes.head}>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
          <p className={classes.facts}>
            <span>{t('version', { version: document.info.version })}</span>
            <a href={address}>{t('document')}</a>
          </p>
        </header>
        <section className={classes.introduction} aria-labelledby="introduction">
          <h2 id="introduction">{t('introduction.title')}</h2>
          {children}
        </section>
        {modules.map(({ name, operations }) => (
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
          {types.map(([name, schema]) => (
            <article key={name} id={`type-${name}`}>
              <h3>
                <a href={`#type-${name}`}>{name}</a>
              </h3>
              <FieldTable rows={fieldsOf(schema)} label={name} direction="answered" />
            </article>
          ))}
        </section>
      </div>
    </div>
  )
}
