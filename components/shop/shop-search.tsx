'use client'

import { Box, Button, CloseButton, Loader, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { send } from '@/lib/server/client'
import { withOwnPaths } from './own-paths'
import { piecesOf } from './pieces'
import { type Card, ProductGrid, ProductGridSkeleton } from './product-card'
import { forgetSearched, readSearched, rememberSearched } from './searched'
import classes from './shop.module.css'

interface ShopSearchProps {
  /** BASE_URL. */
  origin: string
  intro: ReactNode
  /** While the field is empty, and after a search without results. */
  words: string[]
  /** After a search without results. */
  otherwise: { categories: ReactNode; newest: Card[] }
  children: ReactNode
}

interface Outcome {
  q: string
  /** undefined: the search failed. */
  found?: { items: Card[]; total: number; total_capped?: true }
  /** For a part of the term, if nothing was found for the whole. */
  instead?: { piece: string; items: Card[] } | undefined
}

const maxLength = 64
const most = 48

export function ShopSearch({ origin, intro, words, otherwise, children }: ShopSearchProps) {
  const t = useTranslations('search')
  // In the URL, it survives a reload, a shared link and Back from a product.
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
  // A link to the home screen, or Back.
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setText(q)
  }, [q])

  const [outcome, setOutcome] = useState<Outcome>()
  const search = useCallback(
    async (signal: AbortSignal) => {
      const find = async (q: string) =>
        withOwnPaths(await send('GET /v1/product/search', { query: { q, size: most }, signal }), origin)
      const findInstead = async () => {
        for (const piece of piecesOf(q)) {
          const { items } = await find(piece)
          if (items.length > 0) return { piece, items }
        }
        return undefined
      }
      try {
        const found = await find(q)
        // If this request fails, the result without products stays.
        const instead = found.total === 0 ? await findInstead().catch(() => undefined) : undefined
        if (!signal.aborted) setOutcome({ q, found, instead })
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

  const [searched, setSearched] = useState<string[]>()
  const offer = () => setSearched(readSearched())
  // A search starts while typing; stored if the customer opens a result or leaves the field.
  const remember = () => {
    if (outcome?.q === q && outcome.found?.total) rememberSearched(q)
  }
  const change = (value: string) => {
    setText(value)
    write(value.trim())
    if (value === '') offer()
  }
  const clear = () => {
    remember()
    change('')
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    remember()
    setSearched(undefined)
  }
  const isSearching = text.trim() !== q || (q !== '' && outcome?.q !== q)
  return (
    <>
      <div className={classes.top}>
        {intro}
        <search className={classes.search} onFocus={offer} onBlur={leave}>
          <TextInput
            type="search"
            size="md"
            aria-label={t('label')}
            placeholder={t('placeholder')}
            maxLength={maxLength}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            rightSection={
              isSearching ? <Loader size={18} /> : text && <CloseButton aria-label={t('clear')} onClick={clear} />
            }
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={({ key }) => key === 'Enter' && remember()}
          />
          <Text role="status" size="sm" c="dimmed" className={classes.count}>
            {q && outcome?.q === q && outcome.found && t('count', { count: outcome.found.total, q })}
          </Text>
          {text === '' && searched && (
            <>
              <Words title={t('searched')} words={searched} onChoose={change}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => {
                    forgetSearched()
                    setSearched([])
                  }}
                >
                  {t('forget')}
                </Button>
              </Words>
              <Words title={t('words')} words={words} onChoose={change} />
            </>
          )}
        </search>
      </div>
      {q ? (
        <Box
          component="section"
          aria-label={t('results')}
          mih={400}
          opacity={isSearching ? 0.6 : 1}
          onClickCapture={remember}
        >
          <Results
            outcome={outcome}
            words={<Words title={t('words')} words={words.filter((word) => word !== q)} onChoose={change} />}
            otherwise={otherwise}
            onRetry={() => search(new AbortController().signal)}
          />
        </Box>
      ) : (
        children
      )}
    </>
  )
}

interface WordsProps {
  title: string
  words: string[]
  onChoose: (q: string) => void
  children?: ReactNode
}

/** Pressing a term keeps the focus in the search field: otherwise, the list would disappear before the click. */
function Words({ title, words, onChoose, children }: WordsProps) {
  if (words.length === 0) return null
  return (
    <section aria-label={title} onMouseDown={(event) => event.preventDefault()}>
      <div className={classes.searched}>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        {children}
      </div>
      <ul className={classes.chips}>
        {words.map((q) => (
          <li key={q}>
            <UnstyledButton className={classes.chip} onClick={() => onChoose(q)}>
              {q}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ResultsProps extends Pick<ShopSearchProps, 'otherwise'> {
  outcome: Outcome | undefined
  words: ReactNode
  onRetry: () => void
}

function Results({ outcome, words, otherwise, onRetry }: ResultsProps) {
  const t = useTranslations('search')
  if (outcome && !outcome.found) return <Failure onRetry={onRetry} />
  if (outcome?.found?.items.length === 0) return <Nothing {...outcome} words={words} otherwise={otherwise} />
  return (
    <>
      <h2 className={classes.heading}>{t('results')}</h2>
      {outcome?.found ? <ProductGrid cards={outcome.found.items} /> : <ProductGridSkeleton />}
    </>
  )
}

function Nothing({
  q,
  instead,
  words,
  otherwise,
}: Pick<Outcome, 'q' | 'instead'> & Pick<ResultsProps, 'words' | 'otherwise'>) {
  const t = useTranslations('search')
  const { newest, categories } = otherwise
  return (
    <>
      <EmptyState
        icon={<IconSearch size={28} aria-hidden="true" />}
        title={t('none', { q })}
        description={instead ? t('instead', { piece: instead.piece }) : t('noneDescription')}
      />
      {words}
      {instead && <ProductGrid cards={instead.items} />}
      {categories}
      {!instead && newest.length > 0 && (
        <section aria-labelledby="found-newest">
          <h2 id="found-newest" className={classes.heading}>
            {t('newest')}
          </h2>
          <ProductGrid cards={newest} />
        </section>
      )}
    </>
  )
}
