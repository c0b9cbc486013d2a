'use client'

import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconPlus, IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Popup } from '@/components/ui/popup/popup'
import { type PopupProps, usePopup } from '@/components/ui/popup/use-popup'
import { ChoiceButton, ChoiceList } from './choice-list'
import type { ShownFilter } from './declaration'
import { FilterInput } from './filter-input'
import classes from './resource-table.module.css'
import type { TableState } from './state'
import { useFilterText } from './use-filter-text'

const FilterSheet = dynamic(() => import('./filter-sheet'), { ssr: false })

/** After a change: the name of a filter, for its chip; null: the button that adds a filter. */
type NextFocus = string | null | undefined

interface Following {
  next: RefObject<NextFocus>
}

interface FiltersProps {
  filters: readonly ShownFilter[]
  state: TableState
  /** Label of the search field. */
  search: string | undefined
}

/** On phones, filters are in a sheet. */
export function Filters({ filters, state, search }: FiltersProps) {
  const t = useTranslations('table')
  const [hasSheet, setSheet] = useState(false)
  const next = useRef<NextFocus>(undefined)
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
      {filters
        .filter((filter) => isSet(filter, state))
        .map((filter) => (
          <FilterChip key={filter.name} filter={filter} state={state} next={next} />
        ))}
      <AddFilter filters={filters} state={state} next={next} />
      {state.isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => {
            next.current = null
            state.clear()
          }}
        >
          {t('clearFilters')}
        </Button>
      )}
    </>
  )
}

const isSet = (filter: ShownFilter, { activeFilters }: TableState) =>
  filter.name in activeFilters || ('until' in filter && filter.until in activeFilters)

/** A single filter shows its input at once. */
function AddFilter({ filters, state, next }: Pick<FiltersProps, 'filters' | 'state'> & Following) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('dialog')
  const [name, setName] = useState<string>()
  const unset = filters.filter((one) => !isSet(one, state))
  const only = filters.length === 1 ? filters[0] : undefined
  const filter = only ?? filters.find((one) => one.name === name)
  const taken = useTakenFocus(next, null, popup)
  if (unset.length === 0) return null
  return (
    <>
      <div className={classes.chip}>
        <button
          type="button"
          className={classes.chipButton}
          {...target}
          {...taken}
          onClick={() => {
            setName(undefined)
            target.onClick()
          }}
        >
          <IconPlus size={14} stroke={2} aria-hidden="true" />
          <span>{only?.label ?? t('addFilter')}</span>
        </button>
      </div>
      <FilterPopup
        popup={popup}
        filter={filter}
        state={state}
        next={next}
        label={t('addFilter')}
        title={only ? undefined : filter?.label}
      >
        <ChoiceList>
          {unset.map((one) => (
            <ChoiceButton key={one.name} onClick={() => setName(one.name)}>
              {one.label}
            </ChoiceButton>
          ))}
        </ChoiceList>
      </FilterPopup>
    </>
  )
}

/**
 * Focuses the button if `next` is `name` (null: the button that adds a filter), as the focused element was removed.
 * Repeated until the user moves the focus: a chip is removed and added again while the URL changes.
 */
function useTakenFocus(next: RefObject<NextFocus>, name: string | null, { button }: PopupProps) {
  useEffect(() => {
    if (next.current === name) button.current?.focus()
  })
  return {
    onBlur: () => {
      if (next.current === name) next.current = undefined
    },
  }
}

interface FilterPopupProps extends Following {
  popup: PopupProps
  /** undefined: shows `children` instead. */
  filter: ShownFilter | undefined
  state: TableState
  label: string
  /** undefined: the button has the same text. */
  title?: string | undefined
  children?: ReactNode
}

function FilterPopup({ popup, filter, state, next, label, title, children }: FilterPopupProps) {
  // After a value was applied, a chip or another button gets the focus, so the popup must not return the focus.
  const [isApplied, setApplied] = useState(false)
  useEffect(() => {
    if (popup.isOpen) setApplied(false)
  }, [popup.isOpen])
  const padding = !filter || filter.kind === 'choice' ? 4 : filter.kind === 'record' ? 'xs' : 'sm'
  return (
    <Popup
      popup={popup}
      position="bottom-start"
      padding={padding}
      label={filter?.label ?? label}
      returnFocus={popup.isOpen || !isApplied}
    >
      {filter ? (
        <Focused key={filter.name}>
          {title && <div className={classes.filterTitle}>{title}</div>}
          <FilterInput
            filter={filter}
            activeFilters={state.activeFilters}
            apply={(values) => {
              next.current = Object.values(values).some((value) => value !== null) ? filter.name : null
              setApplied(true)
              popup.setOpen(false)
              void state.filter(values)
            }}
          />
        </Focused>
      ) : (
        children
      )}
    </Popup>
  )
}

/** Takes the focus of a removed option: on the first control, or the container while that is loading. */
function Focused({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = root.current
    if (document.activeElement === document.body) (area?.querySelector<HTMLElement>('input, button') ?? area)?.focus()
  }, [])
  return (
    <div ref={root} tabIndex={-1} className={classes.focused}>
      {children}
    </div>
  )
}

function Search({ label, state }: { label: string; state: TableState }) {
  const t = useTranslations('table')
  const applied = state.activeFilters.q ?? ''
  const [typed, setTyped] = useState(applied)
  const sent = useRef(applied)
  // Applies changes from outside (Back, a link, "clear"). Ignores the field's own changes, which would disturb typing.
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

function FilterChip({ filter, state, next }: { filter: ShownFilter; state: TableState } & Following) {
  const t = useTranslations('table')
  const { target, popup } = usePopup('dialog')
  const text = useFilterText(filter, state.activeFilters)
  const taken = useTakenFocus(next, filter.name, popup)
  const remove = () => {
    next.current = null
    return state.filter('until' in filter ? { [filter.name]: null, [filter.until]: null } : { [filter.name]: null })
  }
  return (
    <>
      <div className={classes.chip} data-set>
        <button type="button" className={classes.chipButton} {...target} {...taken}>
          <span>{filter.label}</span>
          <strong>{text}</strong>
        </button>
        <CloseButton size={24} iconSize={14} aria-label={t('removeFilter', { name: filter.label })} onClick={remove} />
      </div>
      <FilterPopup popup={popup} filter={filter} state={state} next={next} label={filter.label} />
    </>
  )
}
