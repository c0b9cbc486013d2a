import { areaList } from '@vant/area-data'

/*
 * The provinces, cities and districts of China with their names in GB/T 2260. The list is large, so this file is loaded
 * when a form with an address opens.
 */

export interface Region {
  province: string
  city: string
  district: string
}

type Coded = readonly [code: string, name: string]

const codedProvinces: readonly Coded[] = Object.entries(areaList.province_list)
const codedCities: readonly Coded[] = Object.entries(areaList.city_list)
const codedDistricts: readonly Coded[] = Object.entries(areaList.county_list)

/**
 * Returns the entries below the region with this code. Their codes begin with the same 2 or 4 digits. Empty without a
 * code.
 */
const below = (list: readonly Coded[], code: string | undefined, digits: 2 | 4) =>
  code ? list.filter(([one]) => one.startsWith(code.slice(0, digits))) : []

const codeOf = (list: readonly Coded[], name: string) => list.find(([, one]) => one === name)?.[0]
const namesOf = (list: readonly Coded[]) => [...new Set(list.map(([, name]) => name))]

const citiesBelow = (province: string) => below(codedCities, codeOf(codedProvinces, province), 2)

export const provinces: readonly string[] = namesOf(codedProvinces)
/** Returns the names of a province's cities. Empty for a province that is not in the list, such as one abroad. */
export const citiesOf = (province: string): string[] => namesOf(citiesBelow(province))
export const districtsOf = ({ province, city }: Pick<Region, 'province' | 'city'>): string[] =>
  namesOf(below(codedDistricts, codeOf(citiesBelow(province), city), 4))

/** The cities and districts whose name contains a text, the cities first. */
export function findRegions(text: string): Region[] {
  const nameAt = (list: readonly Coded[], code: string) => list.find(([one]) => one === code)?.[1] ?? ''
  const provinceOf = (code: string) => nameAt(codedProvinces, `${code.slice(0, 2)}0000`)
  const holding = (list: readonly Coded[]) => list.filter(([, name]) => name.includes(text))
  return [
    ...holding(codedCities).map(([code, city]) => ({ province: provinceOf(code), city, district: '' })),
    ...holding(codedDistricts).map(([code, district]) => ({
      ...{ province: provinceOf(code), city: nameAt(codedCities, `${code.slice(0, 4)}00`), district },
    })),
  ]
}
