'use client'

import { MultiSelect } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { shopLanguage } from '@/components/ui/language'
import { findRegions, regionGroups, regionSets, setPrefix, withoutSets } from './regions'
import { useTakenRegions } from './template-values'

interface RegionsInputProps extends InputProps {
  /** Says what an empty input means. */
  placeholder: string
}

/** Regions of other rules are marked, and cannot be chosen. */
export function RegionsInput({ placeholder, ...input }: RegionsInputProps) {
  const t = useTranslations('freight_template')
  const { path, value, errors, onChange } = input
  const codes = Array.isArray(value) ? value.map(String) : []
  const taken = useTakenRegions(path)
  const sets = (['yangtze', 'remote', 'offshore'] as const).flatMap((name) =>
    regionSets[name].every((code) => taken.has(code) || codes.includes(code))
      ? []
      : [{ value: `${setPrefix}${name}`, label: t(`set.${name}`) }],
  )
  const groups = regionGroups.map(({ group, items }) => ({
    group,
    items: items.map((one) =>
      taken.has(one.value) ? { ...one, label: t('taken', { region: one.label }), disabled: true } : one,
    ),
  }))
  // The server names each region that is refused: `rules.1.regions.0`.
  const refused = Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1]
  return (
    <MultiSelect
      {...attributesOf({ ...input, error: input.error ?? refused })}
      required={false}
      withAsterisk={false}
      lang={shopLanguage}
      data={[{ group: t('sets'), items: sets }, ...groups]}
      value={codes}
      onChange={(next) => onChange(withoutSets(next, taken))}
      placeholder={codes.length === 0 ? placeholder : undefined}
      searchable
      filter={findRegions}
      hidePickedOptions
      nothingFoundMessage={t('noRegion')}
      maxDropdownHeight={280}
      // A closed list of a rule has no elements, because a template may have a hundred rules.
      comboboxProps={{ keepMounted: false }}
    />
  )
}
