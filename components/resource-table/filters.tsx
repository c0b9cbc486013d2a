'use client'

import { Button, CloseButton, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Filter } from './declaration'
import { FilterInput } from './filter-input'
import classes from './resource-table.module.css'
import type { TableState } from './state'
import { useRecordName } from './use-record-name'

interface FiltersProps {
  filters: readonly Filter[]
  state: TableState
  /** The label of the search field. Undefined: there is none. */
  search: string | undefined
}

/** The search field and a chip for each filter, which is dashed while unset and removable while set. */
export function Filters({ filters, state, search }: FiltersProps) {
  const t = useTranslations('table')
  return (
    <>
      {search && <Search label={search} state={state} />}
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
  const [isOpen, setOpen] = useState(false)
  const text = useFilterText(filter, state.activeFilters)
  const apply = (values: Record<string, string | null>) => {
    setOpen(false)
    void state.filter(values)
  }
  const remove = () =>
    state.filter('until' in filter ? { [filter.name]: null, [filter.until]: null } : { [filter.name]: null })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <div className={classes.chip} data-set={text !== undefined || undefined}>
        <Popover.Target>
          <UnstyledButton className={classes.chipButton} onClick={() => setOpen(!isOpen)}>
            {text === undefined && <IconPlus size={14} stroke={2} aria-hidden="true" />}
            <span>{filter.label}</span>
            {text !== undefined && <strong>{text}</strong>}
          </UnstyledButton>
        </Popover.Target>
        {text !== undefined && (
          <CloseButton
            size="xs"
            iconSize={14}
            aria-label={t('removeFilter', { name: filter.label })}
            onClick={remove}
          />
        )}
      </div>
      <Popover.Dropdown p={filter.kind === 'choice' || filter.kind === 'record' ? 4 : 'sm'} aria-label={filter.label}>
        <FilterInput filter={filter} activeFilters={state.activeFilters} apply={apply} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The text of a filter's value on its chip; undefined if the filter is not set. */
function useFilterText(filter: Filter, activeFilters: Record<string, string>): string | undefined {
  const t = useTranslations('table')
  const format = useFormatter()
  const value = activeFilters[filter.name]
  const recordName = useRecordName(filter, value)
  if (filter.kind === 'choice') return filter.options.find((one) => one.value === value)?.label
  if (filter.kind === 'record') return value && (recordName ?? `#${value}`)
  if (filter.kind === 'text') return value
  const until = activeFilters[filter.until]
  if (filter.kind === 'prices' || filter.kind === 'numbers') {
    const isPrice = filter.kind === 'prices'
    const price = (text: string) => (isPrice ? format.number(Number(text) / 100, 'price') : format.number(Number(text)))
    if (value && until) return t('span', { from: price(value), to: price(until) })
    if (value) return t('atLeast', { price: price(value) })
    return until ? t('atMost', { price: price(until) }) : undefined
  }
  const day = (moment: string, before = 0) => format.dateTime(Date.parse(moment) - before, { dateStyle: 'medium' })
  if (value && until) return t('span', { from: day(value), to: day(until, 1) })
  if (value) return t('since', { from: day(value) })
  return until ? t('until', { to: day(until, 1) }) : undefined
}
