'use client'

import { Button, Drawer, Group, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import type { ShownFilter } from './declaration'
import { FilterInput } from './filter-input'
import classes from './resource-table.module.css'
import type { TableState } from './state'
import { useFilterText } from './use-filter-text'

interface FilterSheetProps {
  filters: readonly ShownFilter[]
  state: TableState
  onClose: () => void
}

export default function FilterSheet({ filters, state, onClose }: FilterSheetProps) {
  const t = useTranslations('table')
  const [opened, setOpened] = useState<string>()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('filters')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      classNames={{ content: classes.sheet }}
    >
      {filters.map((filter) => (
        <SheetFilter
          key={filter.name}
          filter={filter}
          state={state}
          isOpen={opened === filter.name}
          setOpen={(isOpen) => setOpened(isOpen ? filter.name : undefined)}
        />
      ))}
      <Group mt="md" grow>
        <Button variant="default" disabled={!state.isFiltered} onClick={state.clear}>
          {t('clearFilters')}
        </Button>
        <Button onClick={onClose}>{t('showRows')}</Button>
      </Group>
    </Drawer>
  )
}

interface SheetFilterProps {
  filter: ShownFilter
  state: TableState
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function SheetFilter({ filter, state, isOpen, setOpen }: SheetFilterProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const text = useFilterText(filter, state.activeFilters)
  return (
    <section className={classes.sheetFilter}>
      <UnstyledButton
        ref={button}
        className={classes.sheetButton}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{filter.label}</span>
        {text !== undefined && <strong>{text}</strong>}
        <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && (
        <div id={id}>
          <FilterInput
            filter={filter}
            activeFilters={state.activeFilters}
            apply={(values) => {
              // Moves the focus first: the focused element is about to be removed.
              button.current?.focus()
              setOpen(false)
              void state.filter(values)
            }}
          />
        </div>
      )}
    </section>
  )
}
