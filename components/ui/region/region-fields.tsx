'use client'

import { Autocomplete, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useRef } from 'react'
import { citiesOf, districtsOf, findRegions, provinces, type Region } from './regions'

export const regionKeys = ['province', 'city', 'district'] as const
type RegionKey = (typeof regionKeys)[number]

interface RegionFieldsProps {
  value: Region
  onChange: (value: Region) => void
  attributesOf: (key: RegionKey) => { label: string; [attribute: string]: unknown }
}

const most = 20

const pathOf = ({ province, city, district }: Region) => [province, city, district].filter(Boolean).join(' ')

/** All options if the text equals one: the user has chosen it and is not searching. */
const matching: OptionsFilter<string> = ({ options, search }) => {
  const items = options.filter((one): one is ComboboxItem => 'value' in one)
  const text = search.trim()
  return items.some(({ value }) => value === text) ? items : items.filter(({ value }) => value.includes(text))
}

/** Clears what is not in the new region, and fills in the only city. An unknown name clears nothing. */
function changed(region: Region, key: RegionKey, name: string): Region {
  const next = { ...region, [key]: name }
  const cities = citiesOf(next.province)
  if (key === 'province' && cities.length > 0 && !cities.includes(next.city))
    return { ...next, city: cities.length === 1 ? (cities[0] ?? '') : '', district: '' }
  const districts = districtsOf(next)
  if (key === 'city' && districts.length > 0 && !districts.includes(next.district)) return { ...next, district: '' }
  return next
}

/** In the region of the inputs before. The first input finds cities and districts, those without a list their own. */
function searched(value: Region, key: RegionKey, list: readonly string[]): Region[] {
  const text = value[key].trim()
  if (text === '' || (key === 'province' ? list.includes(text) : list.length > 0)) return []
  const before = regionKeys.slice(0, regionKeys.indexOf(key))
  return findRegions(text)
    .filter((region) => before.every((one) => value[one] === '' || value[one] === region[one]))
    .filter((region) => key === 'province' || region[key].includes(text))
    .slice(0, most)
}

/** Each input searches the list of regions. Users can type places that are not in the list, such as abroad. */
export default function RegionFields({ value, onChange, attributesOf }: RegionFieldsProps) {
  const inputs = useRef<Partial<Record<RegionKey, HTMLInputElement | null>>>({})
  const lists = { province: provinces, city: citiesOf(value.province), district: districtsOf(value) }
  const found = {
    province: searched(value, 'province', lists.province),
    city: searched(value, 'city', lists.city),
    district: searched(value, 'district', lists.district),
  }
  const regionOf = (key: RegionKey, name: string) =>
    found[key].find((region) => pathOf(region) === name) ?? changed(value, key, name)
  /** The list of the next empty input then opens. */
  const lead = (key: RegionKey, name: string) => {
    const region = regionOf(key, name)
    const following = regionKeys.slice(regionKeys.indexOf(key) + 1).find((one) => region[one] === '')
    if (following) inputs.current[following]?.focus()
  }
  return regionKeys.map((key) => (
    <Autocomplete
      key={key}
      {...attributesOf(key)}
      ref={(input) => {
        inputs.current[key] = input
      }}
      data={[...lists[key], ...new Set(found[key].map(pathOf))]}
      filter={matching}
      value={value[key]}
      onChange={(name) => onChange(regionOf(key, name))}
      onOptionSubmit={(name) => lead(key, name)}
      selectFirstOptionOnChange
      maxDropdownHeight={260}
    />
  ))
}
