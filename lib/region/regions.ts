import { areaList } from '@vant/area-data'

/*
 * The provinces and cities of China, with their names and codes in GB/T 2260. Freight depends on the city of an address.
 * An address has names only, and its region is found by them, so no address needs a code that could contradict its names.
 */

interface City {
  /** Six digits; the last two are 00. */
  code: string
  name: string
  /** Names. Some cities have none. */
  districts: string[]
}

export interface Province {
  /** Six digits; the last four are 0000. */
  code: string
  name: string
  cities: City[]
}

type Names = Readonly<Record<string, string>>

/** The entries whose codes begin with these digits. */
const below = (list: Names, digits: string) => Object.entries(list).filter(([code]) => code.startsWith(digits))

const districtsOf = (digits: string) => below(areaList.county_list, digits).map(([, name]) => name)

/** Municipalities and special administrative regions have no cities: each is its own city. */
const isOwnCity = (name: string) => /^(?:北京市|天津市|上海市|重庆市)$|特别行政区$/.test(name)

function citiesOf(province: string, name: string): City[] {
  const digits = province.slice(0, 2)
  if (isOwnCity(name)) return [{ code: `${digits}0100`, name, districts: districtsOf(digits) }]
  return below(areaList.city_list, digits).map(([code, city]) => ({
    code,
    name: city,
    districts: districtsOf(code.slice(0, 4)),
  }))
}

/** All provinces with their cities, in the order of their codes. */
export const provinces: readonly Province[] = Object.entries(areaList.province_list).map(([code, name]) => ({
  code,
  name,
  cities: citiesOf(code, name),
}))

/** The endings that people and platforms leave out. */
const endings = /(?<=..)(?:特别行政区|自治区|自治州|地区|县级行政区划|省|市|盟|州)$/
const coreOf = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '').replace(endings, '')

/**
 * Returns the entry with this name: with the same name without its ending or, if there is only one, an entry whose name
 * begins so, such as 恩施土家族苗族自治州 for 恩施州.
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
 * Returns the code of the city with these names; null if there is none in the list, such as one abroad. The names may
 * lack endings such as 省, 市 and 自治州. The city of a municipality or a special administrative region may have any name.
 */
export function regionCodeOf({ province, city }: { province: string; city: string }): string | null {
  const cities = named(provinces, province)?.cities ?? []
  const [only, ...others] = cities
  return (others.length === 0 ? only : named(cities, city))?.code ?? null
}
