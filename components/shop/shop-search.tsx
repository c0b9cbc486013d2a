'use client'

import { Box, CloseButton, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { send } from '@/lib/api/client'
import { EmptyState } from '../empty-state'
import { Failure } from '../failure'
import { withOwnPaths } from './own-paths'
import { type Card, ProductGrid, ProductGridSkeleton } from './product-card'
import classes from './shop.module.css'

interface ShopSearchProps {
  /** BASE_URL of the server. */
  origin: string
  /** Shown beside the field. */
  intro: ReactNode
  /** Shown while there is no search term. */
  children: ReactNode
}

interface Outcome {
  q: string
  /** Undefined: the search failed. */
  found?: { items: Card[]; total: number; total_capped?: true }
}

/** The maximum of the API. */
const maxLength = 64
const most = 48

/** A search field above the home screen's content; the results replace the content. */
export function ShopSearch({ origin, intro, children }: ShopSearchProps) {
  const t = useTranslations('search')
  // The search term is in the URL, so that it survives a reload, a shared link and Back from a product.
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
  // The URL was changed elsewhere: by the link to the start page, or by Back.
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
            maxLength={maxLength}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
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
      <EmptyState
        icon={<IconSearch size={28} aria-hidden="true" />}
        title={t('none', { q: outcome.q })}
        description={t('noneDescription')}
      />
    )
  return (
    <>
      <h2 className={classes.heading}>{t('results')}</h2>
      {outcome?.found ? <ProductGrid cards={outcome.found.items} /> : <ProductGridSkeleton />}
    </>
  )
}
