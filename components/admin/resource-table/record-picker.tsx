'use client'

import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/components/ui/session'
import type { Option, Records } from './declaration'
import classes from './resource-table.module.css'

interface RecordPickerProps extends Pick<Records, 'known' | 'search'> {
  label: string
  chosen: string | undefined
  onChoose: (option: Option | null) => void
}

interface Found {
  q: string
  options: readonly Option[]
  hasFailed: boolean
}

/** The arrow keys and Enter choose a record without moving the focus out of the input. */
export default function RecordPicker({ known, search, label, chosen, onChoose }: RecordPickerProps) {
  const t = useTranslations('table')
  const withSession = useSession()
  const combobox = useCombobox({ opened: true })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The picker is loaded after its container was opened and got the focus.
    input.current?.focus()
    // The results are inside the container. Escape closes the container, not the results.
    input.current?.removeAttribute('data-mantine-stop-propagation')
  }, [])
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const [found, setFound] = useState<Found>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page makes a new function whenever it is drawn
  useEffect(() => {
    if (!search) return
    let isCurrent = true
    const show = (options: readonly Option[], hasFailed: boolean) => {
      if (isCurrent) setFound({ q, options, hasFailed })
    }
    withSession(() => search(q)).then(
      (options) => show(options, false),
      () => show([], true),
    )
    return () => {
      isCurrent = false
    }
  }, [q])
  const matching = known.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
  const options = found && search ? found.options : matching
  const isBusy = search !== undefined && found?.q !== typed.trim()
  // The option that was highlighted by arrow keys may no longer be in the results.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other options are shown
  useEffect(() => combobox.resetSelectedOption(), [found])
  const choose = (value: string) =>
    onChoose(value === chosen ? null : (options.find((option) => option.value === value) ?? null))
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={input}
          data-autofocus
          type="search"
          aria-label={label}
          placeholder={t('findRecord')}
          maxLength={64}
          value={typed}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          rightSection={isBusy && <Loader size={14} aria-hidden="true" />}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.records} aria-label={label} aria-busy={isBusy}>
        {options.map((option) => (
          <Combobox.Option
            key={option.value}
            value={option.value}
            active={option.value === chosen}
            aria-selected={option.value === chosen}
            className={classes.record}
          >
            <span>{option.label}</span>
            {option.value === chosen && <IconCheck size={16} aria-hidden="true" />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <div role="status" className={options.length > 0 ? classes.visuallyHidden : classes.noRecord}>
        {found?.hasFailed
          ? t('choicesFailed')
          : isBusy
            ? ''
            : options.length === 0
              ? t('noRecord')
              : t('recordsFound', { count: options.length })}
      </div>
    </Combobox>
  )
}
