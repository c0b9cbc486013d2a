'use client'

import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconPlus, IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Popup } from '../popup/popup'
import { usePopup } from '../popup/use-popup'
import type { Filter } from './declaration'
import { FilterInput } from './filter-input'
import classes from './resource-table.module.css'
import type { TableState } from './state'
import { useFilterText } from './use-filter-text'

// Lazy-loaded when it opens, on phones.
const FilterSheet = dynamic(() => import('./filter-sheet'), { ssr: false })

interface FiltersProps {
  filters: readonly Filter[]
  state: TableState
  /** The label of the search field. Undefined: there is none. */
  search: string | undefined
}

/**
 * The search field and a chip for each filter, which is dashed while unset and removable while set. On phones, those that
 * are unset are in a sheet.
 */
export function Filters({ filters, state, search }: FiltersProps) {
  const t = useTranslations('table')
  const [hasSheet, setSheet] = useState(false)
  return (
    <>
      {search && <Search label={search} state={state} />}
      {filters.length > 0 && (
        <Button
          className={classes.onPhone}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setSheet(true)}
        >
          {t('filters')}
        </Button>
      )}
      {hasSheet && <FilterSheet filters={filters} state={state} onClose={() => setSheet(false)} />}
      {filters.map((filter) => (
        <FilterChip key={filter.name} filter={filter} state={state} />
      ))}
      {state.isFiltered && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={state.clear}>
          {t('clearFilters')}
        </Button>
      )}
    </>
  )
}

function Search({ label, state }: { label: string; state: TableState }) {
  const t = useTranslations('table')
  const applied = state.activeFilters.q ?? ''
  const [typed, setTyped] = useState(applied)
  const sent = useRef(applied)
  // Applies changes from outside (Back, a link, "clear"), but not the field's own, which would disturb typing.
  useEffect(() => {
    if (applied === sent.current) return
    sent.current = applied
    setTyped(applied)
  }, [applied])
  const apply = useDebouncedCallback((value: string) => {
    sent.current = value.trim()
    void state.filter({ q: value.trim() || null }, 'replace')
  }, 300)
  return (
    <TextInput
      type="search"
      size="sm"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={64}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              setTyped('')
              apply('')
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        apply(currentTarget.value)
      }}
    />
  )
}

function FilterChip({ filter, state }: { filter: Filter; state: TableState }) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('dialog')
  const text = useFilterText(filter, state.activeFilters)
  const apply = (values: Record<string, string | null>) => {
    popup.setOpen(false)
    void state.filter(values)
  }
  const remove = () =>
    state.filter('until' in filter ? { [filter.name]: null, [filter.until]: null } : { [filter.name]: null })
  return (
    <>
      <div className={classes.chip} data-set={text !== undefined || undefined}>
        <button type="button" className={classes.chipButton} {...target}>
          {text === undefined && <IconPlus size={14} stroke={2} aria-hidden="true" />}
          <span>{filter.label}</span>
          {text !== undefined && <strong>{text}</strong>}
        </button>
        {text !== undefined && (
          <CloseButton
            size={24}
            iconSize={14}
            aria-label={t('removeFilter', { name: filter.label })}
            onClick={remove}
          />
        )}
      </div>
      <Popup
        popup={popup}
        position="bottom-start"
        padding={filter.kind === 'choice' ? 4 : filter.kind === 'record' ? 'xs' : 'sm'}
        label={filter.label}
      >
        <FilterInput filter={filter} activeFilters={state.activeFilters} apply={apply} />
      </Popup>
    </>
  )
}
