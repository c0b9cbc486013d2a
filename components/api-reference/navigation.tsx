'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Method } from './badge'
import classes from './navigation.module.css'
import { useSectionInView } from './use-section-in-view'

interface NavigationLink {
  id: string
  title: string
  method?: string
  path?: string
}

interface NavigationGroup {
  title: string
  links: NavigationLink[]
}

/** Beside the page where there is room; at the foot of a small screen as a selection. */
export function Navigation({ groups }: { groups: NavigationGroup[] }) {
  const t = useTranslations('docs.navigation')
  const [filter, setFilter] = useState('')
  const current = useSectionInView(groups.flatMap(({ links }) => links.map(({ id }) => id)))
  const list = useRef<HTMLDivElement>(null)
  // Not bound to a state: a choice made before the page is live would be taken back.
  const select = useRef<HTMLSelectElement>(null)
  // The link to what is being read stays in view; the page itself must not move for that.
  useEffect(() => {
    if (current && select.current) select.current.value = current
    const link = current && list.current?.querySelector('[aria-current]')
    if (!link || !list.current) return
    const [box, { top, bottom }] = [list.current.getBoundingClientRect(), link.getBoundingClientRect()]
    if (top < box.top || bottom > box.bottom) list.current.scrollBy({ top: top - box.top - box.height / 2 })
  }, [current])
  const wanted = filter.trim().toLowerCase()
  const matching = groups
    .map(({ title, links }) => ({
      title,
      links: links.filter((link) =>
        `${title} ${link.title} ${link.method} ${link.path}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ links }) => links.length > 0)
  return (
    <nav className={classes.navigation} aria-label={t('label')}>
      <div className={classes.side}>
        <TextInput
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <div ref={list} className={classes.links}>
          {matching.map(({ title, links }) => (
            <div key={title}>
              <p className={classes.group}>{title}</p>
              <ul aria-label={title}>
                {links.map(({ id, title, method }) => (
                  <li key={id}>
                    <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
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
