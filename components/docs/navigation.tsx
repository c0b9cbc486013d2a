'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSectionInView } from '@/components/ui/use-section-in-view'
import { Method } from './badge'
import { findPlaces } from './find-places'
import classes from './navigation.module.css'
import { type PlaceGroup, placeTitle, type ReferenceSection, receivedSections, type SentPlace } from './places'

/** The filter finds places of all pages. On small screens, a select leads to the places of the page. */
export function Navigation({ sections: sent }: { sections: ReferenceSection<SentPlace>[] }) {
  const sections = useMemo(() => receivedSections(sent), [sent])
  const t = useTranslations('docs.navigation')
  const here = usePathname()
  const [filter, setFilter] = useState('')
  const section = sections.find(({ href, modules }) => [href, ...modules.map((one) => one.href)].includes(here))
  const modules = section?.modules ?? []
  const page = modules.find(({ href }) => href === here)
  const groups = (page ?? section)?.groups ?? []
  const current = useSectionInView(groups.flatMap(({ places }) => places.map(({ id }) => id)))
  const list = useRef<HTMLDivElement>(null)
  // Uncontrolled, because hydration would reset a choice that was made before.
  const select = useRef<HTMLSelectElement>(null)
  // Keeps the link of the current section in view, without scrolling the page.
  useEffect(() => {
    if (select.current) select.current.value = `#${current ?? ''}`
    const link = list.current?.querySelector(`[aria-current=${current ? 'location' : 'page'}]`)
    if (!link || !list.current) return
    const [box, { top, bottom }] = [list.current.getBoundingClientRect(), link.getBoundingClientRect()]
    if (top < box.top || bottom > box.bottom) list.current.scrollBy({ top: top - box.top - box.height / 2 })
  }, [current])

  const found = filter.trim() === '' ? undefined : findPlaces(sections, here, filter)
  const own = groups.map(({ title, places }) => (
    <PlaceList key={title} title={title} places={places} href={here} current={current} />
  ))
  return (
    <nav aria-label={t('label')}>
      <div className={classes.side}>
        <ul aria-label={t('pages')} className={classes.pages}>
          {sections.map(({ href, title }) => (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={href === here ? 'page' : href === section?.href ? 'true' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <TextInput
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <div ref={list} className={classes.links} data-filtered={found !== undefined || undefined}>
          {found?.map(({ href, title, places }) => (
            <PlaceList key={href} title={title} places={places} href={href} current={current} />
          ))}
          {!found && !page && own}
          {!found && modules.length > 0 && (
            <>
              <p className={classes.group}>{t('modules')}</p>
              <ul aria-label={t('modules')}>
                {modules.map((one) => (
                  <li key={one.href}>
                    <Link href={one.href} prefetch={false} aria-current={one === page ? 'page' : undefined}>
                      {one.title}
                    </Link>
                    {one === page && <div className={classes.inner}>{own}</div>}
                  </li>
                ))}
              </ul>
            </>
          )}
          <p role="status" className={classes.hint}>
            {found?.length === 0 && t('none')}
          </p>
        </div>
      </div>
      <NativeSelect
        className={classes.select}
        aria-label={t('jump')}
        ref={select}
        defaultValue="#"
        onChange={(event) => window.location.assign(event.currentTarget.value)}
      >
        <option value="#">{t('top')}</option>
        {groups.map(({ title, places }) => (
          <optgroup key={title} label={title ?? page?.title}>
            {places.map((place) => (
              <option key={place.id} value={`#${place.id}`}>
                {place.method ? `${placeTitle(place)} (${place.method})` : placeTitle(place)}
              </option>
            ))}
          </optgroup>
        ))}
        {modules.length > 0 && (
          <optgroup label={t('modules')}>
            {modules.map(({ href, title }) => (
              <option key={href} value={href} disabled={href === here}>
                {title}
              </option>
            ))}
          </optgroup>
        )}
      </NativeSelect>
    </nav>
  )
}

interface PlaceListProps extends PlaceGroup {
  /** The page with these places. */
  href: string
  /** The id of the place in view. */
  current: string | undefined
}

function PlaceList({ title, places, href, current }: PlaceListProps) {
  return (
    <>
      {title && <p className={classes.group}>{title}</p>}
      <ul aria-label={title}>
        {places.map((place) => (
          <li key={place.id}>
            <Link
              href={`${href}#${place.id}`}
              prefetch={false}
              aria-current={place.id === current ? 'location' : undefined}
            >
              <span>{placeTitle(place)}</span>
              {place.method && <Method method={place.method} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
