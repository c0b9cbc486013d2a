'use client'

import { Box, CloseButton, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { send } from '@/lib/api/client'
import { Failure } from '../failure'
import { SearchIcon } from '../shell/icons'
import { State } from '../state'
import { withOwnPaths } from './own-paths'
import { type Card, ProductGrid, ProductGridSkeleton } from './product-card'
import classes from './shop.module.css'

interface ShopSearchProps {
  /** BASE_URL of the server. */
  origin: string
  /** Stands beside the field. */
  intro: ReactNode
  /** Shown while nothing is searched for. */
  children: ReactNode
}

interface Outcome {
  q: string
  /** Undefined: the search failed. */
  found?: { items: Card[]; total: number; total_capped?: true }
}

/** As the interface takes it. */
const longest = 64
const most = 48

/** The shop window with a search field above it. What is found takes the window's place. */
export function ShopSearch({ origin, intro, children }: ShopSearchProps) {
  const t = useTranslations('search')
  // The address holds the search, so that a reload, a shared link and Back from a product find it again.
  const q = useSearchParams().get('q')?.trim() ?? ''
  const [text, setText] = useState(q)
  const written = useRef(q)
  const write = useDebouncedCallback((value: string) => {
    written.current = value
    const url = new URL(location.href)
    if (value) url.searchParams.set('q', value)
    else url.searchParams.delete('q')
    history.replaceState(null, '', url)
  }, 250)
  // Somebody else changed it: the link to the start page, or Back.
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  const [outcome, setOutcome] = useState<Outcome>()
  const search = useCallback(
    async (signal: AbortSignal) => {
      try {
        const found = await send('GET /v1/product/search', { query: { q, size: most }, signal })
        setOutcome({ q, found: withOwnPaths(found, origin) })
      } catch {
        if (!signal.aborted) setOutcome({ q })
      }
    },
    [q, origin],
  )
  useEffect(() => {
    if (!q) return
    const controller = new AbortController()
    void search(controller.signal)
    return () => controller.abort()
  }, [q, search])

  const change = (value: string) => {
    setText(value)
    write(value.trim())
  }
  const isSearching = text.trim() !== q || (q !== '' && outcome?.q !== q)
  return (
    <>
      <div className={classes.top}>
        {intro}
        <search className={classes.search}>
          <TextInput
            type="search"
            size="md"
            aria-label={t('label')}
            placeholder={t('placeholder')}
            maxLength={longest}
            leftSection={<SearchIcon size={18} />}
            rightSection={
              isSearching ? (
                <Loader size={18} />
              ) : (
                text && <CloseButton aria-label={t('clear')} onClick={() => change('')} />
              )
            }
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Text role="status" size="sm" c="dimmed" className={classes.count}>
            {q && outcome?.q === q && outcome.found && t('count', { count: outcome.found.total, q })}
          </Text>
        </search>
      </div>
      {q ? (
        <Box component="section" aria-label={t('results')} mih={400} opacity={isSearching ? 0.6 : 1}>
          <Results outcome={outcome} onRetry={() => search(new AbortController().signal)} />
        </Box>
      ) : (
        children
      )}
    </>
  )
}

function Results({ outcome, onRetry }: { outcome: Outcome | undefined; onRetry: () => void }) {
  const t = useTranslations('search')
  if (outcome && !outcome.found) return <Failure onRetry={onRetry} />
  if (outcome?.found?.items.length === 0)
    return (
      <State icon={<SearchIcon size={28} />} title={t('none', { q: outcome.q })} description={t('noneDescription')} />
    )
  return (
    <>
      <h2 className={classes.heading}>{t('results')}</h2>
      {outcome?.found ? <ProductGrid cards={outcome.found.items} /> : <ProductGridSkeleton />}
    </>
  )
}
