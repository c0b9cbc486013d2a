'use client'

import { Button, CloseButton, Popover, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOptions } from '../resource-form/use-options'
import type { Filter, Option } from './declaration'
import classes from './resource-table.module.css'
import type { TableState } from './state'

// A calendar is a lot of code for a filter that is seldom opened.
const SpanPicker = dynamic(() => import('./span-picker'), { ssr: false, loading: () => <Skeleton height={300} /> })

interface FiltersProps {
  filters: readonly Filter[]
  state: TableState
  /** What the search field looks in; none: there is no such field. */
  search: string | undefined
}

/** The search field, and a chip for every filter: dashed while it is not set, removable when it is. */
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
  const applied = state.chosen.q ?? ''
  const [typed, setTyped] = useState(applied)
  const sent = useRef(applied)
  // Back, a link or "clear" may change it from outside; what is being typed is not disturbed by its own answer.
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
  const shown = useShown(filter, state.chosen)
  const apply = (values: Record<string, string | null>) => {
    setOpen(false)
    void state.filter(values)
  }
  const remove = () =>
    state.filter(filter.kind === 'span' ? { [filter.name]: null, [filter.until]: null } : { [filter.name]: null })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <div className={classes.chip} data-set={shown !== undefined || undefined}>
        <Popover.Target>
          <UnstyledButton className={classes.chipButton} onClick={() => setOpen(!isOpen)}>
            {shown === undefined && <IconPlus size={14} stroke={2} aria-hidden="true" />}
            <span>{filter.label}</span>
            {shown !== undefined && <strong>{shown}</strong>}
          </UnstyledButton>
        </Popover.Target>
        {shown !== undefined && (
          <CloseButton
            size="xs"
            iconSize={14}
            aria-label={t('removeFilter', { name: filter.label })}
            onClick={remove}
          />
        )}
      </div>
      <Popover.Dropdown p={filter.kind === 'choice' || filter.kind === 'record' ? 4 : 'sm'} aria-label={filter.label}>
        <FilterInput filter={filter} chosen={state.chosen} apply={apply} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterInputProps {
  filter: Filter
  chosen: Record<string, string>
  apply: (values: Record<string, string | null>) => void
}

function FilterInput({ filter, chosen, apply }: FilterInputProps): ReactNode {
  const t = useTranslations('table')
  const [typed, setTyped] = useState(chosen[filter.name] ?? '')
  if (filter.kind === 'span') {
    return (
      <SpanPicker
        from={chosen[filter.name]}
        until={chosen[filter.until]}
        onChange={(from, until) => apply({ [filter.name]: from, [filter.until]: until })}
      />
    )
  }
  if (filter.kind === 'choice' || filter.kind === 'record') {
    const value = chosen[filter.name]
    const choose = (next: string | null) => apply({ [filter.name]: next })
    return filter.kind === 'choice' ? (
      <Choices options={filter.options} chosen={value} onChoose={choose} />
    ) : (
      <RecordChoices known={filter.known} load={filter.load} chosen={value} onChoose={choose} />
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply({ [filter.name]: typed.trim() || null })
      }}
    >
      <Stack gap="xs">
        <TextInput
          data-autofocus
          size="sm"
          label={filter.label}
          value={typed}
          maxLength={256}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}

interface ChoicesProps {
  options: readonly Option[]
  chosen: string | undefined
  onChoose: (value: string | null) => void
}

function Choices({ options, chosen, onChoose }: ChoicesProps) {
  return (
    <div className={classes.choices}>
      {options.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className={classes.choice}
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value ? null : value)}
        >
          <span>{label}</span>
          {chosen === value && <IconCheck size={16} aria-hidden="true" />}
        </UnstyledButton>
      ))}
    </div>
  )
}

type RecordChoicesProps = Omit<ChoicesProps, 'options'> & Pick<Extract<Filter, { kind: 'record' }>, 'known' | 'load'>

/** Records are read when somebody wants to choose among them. */
function RecordChoices({ known, load, ...choice }: RecordChoicesProps) {
  const t = useTranslations('table')
  return <Choices {...choice} options={useOptions(load, known, t('choicesFailed'))} />
}

/** What a set filter says on its chip; undefined where it is not set. */
function useShown(filter: Filter, chosen: Record<string, string>): string | undefined {
  const t = useTranslations('table')
  const format = useFormatter()
  const value = chosen[filter.name]
  if (filter.kind === 'choice') return filter.options.find((one) => one.value === value)?.label
  if (filter.kind === 'record') return value && (filter.known.find((one) => one.value === value)?.label ?? `#${value}`)
  if (filter.kind === 'text') return value
  const until = chosen[filter.until]
  const day = (moment: string, before = 0) => {
    const at = new Date(Date.parse(moment) - before)
    return Number.isNaN(at.getTime()) ? moment : format.dateTime(at, { dateStyle: 'medium' })
  }
  if (value && until) return t('span', { from: day(value), to: day(until, 1) })
  if (value) return t('since', { from: day(value) })
  return until ? t('until', { to: day(until, 1) }) : undefined
}
