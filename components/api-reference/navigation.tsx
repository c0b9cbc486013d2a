'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Method } from './badge'
import classes from './navigation.module.css'
import type { ReferencePage } from './places'
import { useSectionInView } from './use-section-in-view'

interface NavigationProps {
  /** All pages of the reference, and the `href` of the current one. */
  pages: ReferencePage[]
  here: string
}

/**
 * Navigation between the pages and within the current one: beside it on wide screens; on small ones the pages above it and
 * a select at the bottom. The filter also finds entries of the other pages.
 */
export function Navigation({ pages, here }: NavigationProps) {
  const t = useTranslations('docs.navigation')
  const [filter, setFilter] = useState('')
  const groups = pages.find(({ href }) => href === here)?.groups ?? []
  const ids = groups.flatMap(({ links }) => links.map(({ id }) => id))
  const current = useSectionInView(ids)
  const list = useRef<HTMLDivElement>(null)
  // Uncontrolled, because hydration would reset a choice that was made before.
  const select = useRef<HTMLSelectElement>(null)
  // Keeps the link of the current section in view, without scrolling the page.
  useEffect(() => {
    if (current && select.current) select.current.value = current
    const link = current && list.current?.querySelector('[aria-current]')
    if (!link || !list.current) return
    const [box, { top, bottom }] = [list.current.getBoundingClientRect(), link.getBoundingClientRect()]
    if (top < box.top || bottom > box.bottom) list.current.scrollBy({ top: top - box.top - box.height / 2 })
  }, [current])
  // Old URLs, from when everything was on one page, are redirected to the page that has the section now.
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (!id || document.getElementById(id)) return
    const other = pages.find(({ groups }) => groups.some(({ links }) => links.some((link) => link.id === id)))
    if (other) window.location.replace(`${other.href}#${id}`)
  }, [pages])
  const wanted = filter.trim().toLowerCase()
  const own = { href: '', prefix: '', groups }
  const others = pages
    .filter(({ href }) => href !== here)
    .map(({ href, title, groups }) => ({ href, prefix: `${title}: `, groups }))
  const matching = [own, ...(wanted ? others : [])]
    .flatMap(({ href, prefix, groups }) =>
      groups.map(({ title, links }) => ({
        href,
        title: prefix + title,
        links: links.filter(
          (link) =>
            [title, link.title, link.method, link.path].join(' ').toLowerCase().includes(wanted) &&
            // Sections of the current page are not linked twice.
            !(href && ids.includes(link.id)),
        ),
      })),
    )
    .filter(({ links }) => links.length > 0)
  return (
    <nav aria-label={t('label')}>
      <div className={classes.side}>
        <ul aria-label={t('pages')} className={classes.pages}>
          {pages.map(({ href, title }) => (
            <li key={href}>
              <Link href={href} aria-current={href === here ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <TextInput
          className={classes.filter}
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <div ref={list} className={classes.links}>
          {matching.map(({ href, title, links }) => (
            <div key={title}>
              <p className={classes.group}>{title}</p>
              <ul aria-label={title}>
                {links.map(({ id, title, method }) => (
                  <li key={id}>
                    <a href={`${href}#${id}`} aria-current={id === current ? 'location' : undefined}>
                      <span>{title}</span>
                      {method && <Method method={method} />}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <p role="status" className={classes.hint}>
            {matching.length === 0 && t('none')}
          </p>
        </div>
      </div>
      <NativeSelect
        className={classes.select}
        aria-label={t('jump')}
        ref={select}
        defaultValue=""
        onChange={(event) => window.location.assign(`#${event.currentTarget.value}`)}
      >
        <option value="">{t('top')}</option>
        {groups.map(({ title, links }) => (
          <optgroup key={title} label={title}>
            {links.map(({ id, title, method }) => (
              <option key={id} value={id}>
                {method ? `${title} (${method})` : title}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </nav>
  )
}
