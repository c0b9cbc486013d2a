import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { provinces } from '@/lib/kit/regions'

/** A municipality has only itself as a city, so it is one option. */
export const regionGroups = provinces.map(({ code, name, cities }) => ({
  group: name,
  items: [
    { value: code, label: name },
    ...(cities.length > 1 ? cities.map((city) => ({ value: city.code, label: `${name} ${city.name}` })) : []),
  ],
}))

/** Provinces that shops usually charge alike. */
export const regionSets = {
  yangtze: ['310000', '320000', '330000'],
  remote: ['150000', '540000', '620000', '630000', '640000', '650000'],
  offshore: ['710000', '810000', '820000'],
} as const

export const setPrefix = 'set:'

/** Replaces a chosen set by its regions, without those in `taken`. */
export const withoutSets = (values: readonly string[], taken: ReadonlySet<unknown>): string[] => [
  ...new Set(
    values.flatMap((value) => {
      const set = Object.entries(regionSets).find(([name]) => value === `${setPrefix}${name}`)?.[1]
      return set ? set.filter((code) => !taken.has(code)) : [value]
    }),
  ),
]

export const cityGroups = provinces.map(({ name, cities }) => ({
  group: name,
  items: cities.map((city) => ({
    value: city.code,
    label: city.name === name ? name : `${name} ${city.name}`,
  })),
}))

const names = new Map(
  provinces.flatMap(({ code, name, cities }) => [
    [code, name] as const,
    ...cities.map((city) => [city.code, city.name] as const),
  ]),
)

/** Keeps unknown codes. Empty if `codes` is not a list. */
export const namesOf = (codes: unknown): string[] =>
  Array.isArray(codes) ? codes.map((code) => names.get(String(code)) ?? String(code)) : []

const districts = new Map(
  provinces.flatMap(({ code, cities }) => [
    ...cities.map((city) => [city.code, city.districts] as const),
    ...(cities.length === 1 ? [[code, cities[0]?.districts ?? []] as const] : []),
  ]),
)

/** Also finds a city by its districts: 仙桃市 has no city of its own above it. */
export const findRegions: OptionsFilter = ({ options, search }) => {
  const text = search.trim()
  const isFound = ({ value, label }: ComboboxItem) =>
    label.includes(text) || (text !== '' && (districts.get(value) ?? []).some((name) => name.includes(text)))
  return options.flatMap((option) =>
    'group' in option ? { ...option, items: option.items.filter(isFound) } : isFound(option) ? option : [],
  )
}
