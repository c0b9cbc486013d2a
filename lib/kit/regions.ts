import { areaList } from '@vant/area-data'
import { grouped } from '@/lib/kit/grouped'

/*
 * The provinces, cities and districts of China, with their names and codes in GB/T 2260. The list is large, so forms load
 * this file when a form with an address opens. Freight depends on the city of an address.
 * An address has names only, and its region is found by them, so no address needs a code that could contradict its names.
 */

interface City {
  /** The code of the city: six digits, the last two are 00. */
  code: string
  name: string
  /** The names of the districts, not their codes. */
  districts: string[]
}

interface Province {
  /** The code of the province: six digits, the last four are 0000. */
  code: string
  name: string
  cities: City[]
}

/**
 * Whether a province has no cities and is its own city, like the municipalities and the special administrative regions.
 */
const isOwnCity = (name: string) => /^(?:北京市|天津市|上海市|重庆市)$|特别行政区$/.test(name)

const entriesBy = (list: Readonly<Record<string, string>>, digits: number) =>
  grouped(Object.entries(list), ([code]) => code.slice(0, digits))

const citiesBy = entriesBy(areaList.city_list, 2)
const districtsBy = entriesBy(areaList.county_list, 4)

/**
 * Returns the names of a city's districts without duplicates: two parts of a municipality may have a district of the
 * same name.
 */
const districtsOf = (codes: string[]) => [
  ...new Set(codes.flatMap((code) => (districtsBy.get(code.slice(0, 4)) ?? []).map(([, name]) => name))),
]

function citiesOf(province: string, name: string): City[] {
  const cities = citiesBy.get(province.slice(0, 2)) ?? []
  if (isOwnCity(name))
    return [{ code: `${province.slice(0, 2)}0100`, name, districts: districtsOf(cities.map(([code]) => code)) }]
  return cities.map(([code, city]) => ({ code, name: city, districts: districtsOf([code]) }))
}

/** All provinces with their cities, sorted by code. */
export const provinces: readonly Province[] = Object.entries(areaList.province_list).map(([code, name]) => ({
  code,
  name,
  cities: citiesOf(code, name),
}))

/** Matches the ending of a region's name that people and platforms often leave out. */
const endings = /(?<=..)(?:特别行政区|自治区|自治州|地区|县级行政区划|省|市|盟|州)$/
const coreOf = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '').replace(endings, '')

/**
 * Returns the entry with this name. Endings such as 省 and 州 are ignored. If there is none, returns the only entry that
 * begins with the name without its ending, such as 恩施土家族苗族自治州 for 恩施州. undefined if no entry or several entries match.
 */
function named<T extends { name: string }>(entries: readonly T[], name: string): T | undefined {
  const core = coreOf(name)
  if (core.length < 2) return undefined
  const same = entries.find((one) => one.name === name) ?? entries.find((one) => coreOf(one.name) === core)
  if (same) return same
  const [first, ...others] = entries.filter((one) => coreOf(one.name).startsWith(core))
  return others.length === 0 ? first : undefined
}

/**
 * Returns the code of the city with these names; null for a city that is not in the list of regions, such as a city
 * abroad. The names may lack endings such as 省, 市 and 自治州. The city of a municipality or a special administrative
 * region may have any name.
 */
export function regionCodeOf({ province, city }: { province: string; city: string }): string | null {
  const cities = named(provinces, province)?.cities ?? []
  const [only, ...others] = cities
  return (others.length === 0 ? only : named(cities, city))?.code ?? null
}
