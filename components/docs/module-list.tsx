import Link from 'next/link'
import classes from './api-reference.module.css'
import { Method } from './badge'
import type { Listed } from './operations'

interface ListedModule {
  /** Tag of the operations, such as `order` or `cms/user`. */
  name: string
  href: string
  title: string
  description: string
  operations: Listed[]
}

interface ModuleListProps {
  title: string
  modules: ListedModule[]
}

export function ModuleList({ title, modules }: ModuleListProps) {
  return (
    <section className={classes.overview} aria-labelledby="modules">
      <h2 id="modules">{title}</h2>
      {modules.map(({ name, href, title, description, operations }) => (
        <div key={name}>
          <h3>
            <Link href={href} prefetch={false}>
              {title}
            </Link>
          </h3>
          <p>{description}</p>
          <ul>
            {operations.map(({ id, method, path, operation }) => (
              <li key={id}>
                {/* Not a Link, whose properties take 17 bytes more in the page for each of 200 operations. */}
                <a href={`${href}#${id}`}>
                  <Method method={method} />
                  <code>{path}</code>
                  <span>{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
