import { useTranslations } from 'next-intl'
import type { OpenApiDocument } from '@/lib/kit/api/document/openapi-document'
import classes from './api-reference.module.css'
import { FieldTable } from './field-table'
import { fieldsOf } from './fields'
import { OperationView } from './operation'
import type { Module } from './operations'
import { typeId } from './places'
import type { Login } from './try-it'

interface ModuleReferenceProps {
  document: OpenApiDocument
  module: Module
  login: Login | undefined
}

export function ModuleReference({ document, module: { operations, types }, login }: ModuleReferenceProps) {
  const t = useTranslations('docs.types')
  return (
    <>
      {operations.map((listed) => (
        <OperationView key={listed.id} document={document} listed={listed} login={login} />
      ))}
      {types.length > 0 && (
        <section className={classes.types} aria-labelledby="types">
          <h2 id="types">{t('title')}</h2>
          <p>{t('lead')}</p>
          {types.map(([name, schema]) => (
            <article key={name} id={typeId(name)}>
              <h3>
                <a href={`#${typeId(name)}`}>{name}</a>
              </h3>
              <FieldTable rows={fieldsOf(schema)} label={name} direction="answered" />
            </article>
          ))}
        </section>
      )}
    </>
  )
}
