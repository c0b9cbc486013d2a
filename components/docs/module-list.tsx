'use client'

import Link from 'next/link'
import classes from './api-reference.module.css'
import { Method } from './badge'

export interface ListedModule {
  href: string
  title: string
  description: string
  /** Without field names, to save bytes: a page may have hundreds. */
  operations: (readonly [id: string, method: string, path: string, summary: string])[]
}

interface ModuleListProps {
  title: string
  modules: ListedModule[]
}

/** In the browser, too, so that the page has the operations once, not also as elements. */
export function ModuleList({ title, modules }: ModuleListProps) {
  return (
    <section className={classes.overview} aria-labelledby="modules">
      <h2 id="modules">{title}</h2>
      {modules.map(({ href, title, description, operations }) => (
        <div key={href}>
          <h3>
            <Link href={href} prefetch={false}>
              {title}
            </Link>
          </h3>
          <p>{description}</p>
          <ul>
            {operations.map(([id, method, path, summary]) => (
              <li key={id}>
                <Link href={`${href}#${id}`} prefetch={false}>
                  <Method method={method} />
                  <code>{path}</code>
                  <span>{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
