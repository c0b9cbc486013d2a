import { areaList } from '@vant/area-data'
import { grouped } from '@/lib/kit/grouped'
import { formerRegions } from './former-regions'
import { simplified } from './simplified'

/*
 * Names and codes in GB/T 2260. Large, so forms load this file when an address opens. An address has names only, and
 * its region is found by them, so that no code can contradict its names.
 */

interface City {
  /** Six digits, the last two are 00. */
  code: string
  name: string
  /** Names, not codes. */
  districts: string[]
}

interface Province {
  /** Six digits, the last four are 0000. */
  code: string
  name: string
  cities: City[]
}

/** Like the municipalities and the special administrative regions. */
const isOwnCity = (name: string) => /^(?:北京市|天津市|上海市|重庆市)$|特别行政区$/.test(name)

const entriesBy = (list: Readonly<Record<string, string>>, digits: number) =>
  grouped(Object.entries(list), ([code]) => code.slice(0, digits))

const citiesBy = entriesBy(areaList.city_list, 2)
const districtsBy = entriesBy(areaList.county_list, 4)

/** Two parts of a municipality may have a district of the same name. */
const districtsOf = (codes: string[]) => [
  ...new Set(codes.flatMap((code) => (districtsBy.get(code.slice(0, 4)) ?? []).map(([, name]) => name))),
]

function citiesOf(province: string, name: string): City[] {
  const cities = citiesBy.get(province.slice(0, 2)) ?? []
  if (isOwnCity(name))
    return [{ code: `${province.slice(0, 2)}0100`, name, districts: districtsOf(cities.map(([code]) => code)) }]
  return cities.map(([code, city]) => ({ code, name: city, districts: districtsOf([code]) }))
}

/** By code. */
export const provinces: readonly Province[] = Object.entries(areaList.province_list).map(([code, name]) => ({
  code,
  name,
  cities: citiesOf(code, name),
}))

/** `city` may be empty. */
export interface Place {
  province: string
  city: string
  district?: string
}

/** The code is that of the city. */
interface Name {
  text: string
  /** Without the ending. */
  core: string
  code: string
}

interface Names {
  code: string
  name: string
  /** In common use, such as 内蒙古. No other province has its first two characters. */
  short: string
  /** The city of a municipality or a special administrative region. */
  only: string | undefined
  cities: Name[]
  districts: Name[]
  former: Name[]
  /** The city-level entry of counties directly under the province. */
  direct: string | undefined
}

/** Simplified, without spaces, signs and the country. */
const plain = (name: string) =>
  simplified(name.normalize('NFKC').replaceAll(/[\s·・,，、/|-]/g, '')).replace(/^(?:中华人民共和国|中国)/, '')

/** Often left out. */
const cityEndings = /(?<=..)(?:特别行政区|自治区|自治州|地区|省|市|盟|州)$/
const districtEndings = /(?<=..)(?:自治县|自治旗|林区|特区|新区|市|县|区|旗)$/

const nameOf = (name: string, code: string, endings: RegExp): Name => {
  const text = plain(name)
  return { text, core: text.replace(endings, ''), code }
}

const isDirect = (name: string) => name.includes('直辖')

function namesOf({ code, name, cities }: Province): Names {
  const text = plain(name)
  const [only, ...others] = cities
  const real = cities.filter((city) => !isDirect(city.name))
  return {
    code,
    name: text,
    short: /^(?:内蒙古|黑龙江)|^../.exec(text)?.[0] ?? text,
    only: others.length === 0 ? only?.code : undefined,
    cities: real.map((city) => nameOf(city.name, city.code, cityEndings)),
    districts: cities.flatMap((city) => city.districts.map((one) => nameOf(one, city.code, districtEndings))),
    former: formerRegions
      .filter((one) => one.code.startsWith(code.slice(0, 2)))
      .map((one) => nameOf(one.name, one.code, cityEndings)),
    direct: cities.find((city) => isDirect(city.name))?.code,
  }
}

let computed: readonly Names[] | undefined
const allNames = () => {
  computed ??= provinces.map(namesOf)
  return computed
}

type Match = (text: string) => (name: Name) => boolean
const same: Match = (given) => (name) => name.text === given
const sameCore =
  (endings: RegExp): Match =>
  (given) => {
    const core = given.replace(endings, '')
    return core.length > 1 ? (name) => name.core === core : () => false
  }
/** Such as 恩施州, or 巴州 of a short name. */
const begins: Match = (given) => {
  const [, letter = '', ending = ''] = /^(.)([州盟])$/.exec(given) ?? []
  if (letter) return ({ text }) => text.startsWith(letter) && text.endsWith(ending)
  const start = given.replace(cityEndings, '').replace(districtEndings, '')
  return start.length > 1 ? ({ text }) => text.startsWith(start) : () => false
}
/** Such as 杭州市西湖区. */
const isBegun: Match =
  (given) =>
  ({ text }) =>
    given.startsWith(text)

const cityMatches = [same, sameCore(cityEndings)]
const districtMatches = [same, sameCore(districtEndings)]

/** The first text that a single city has, by the first way of comparing that finds one. */
function named(names: readonly Name[], texts: readonly string[], matches: readonly Match[]): string | undefined {
  for (const text of texts)
    for (const match of matches) {
      const [code, ...others] = new Set(names.filter(match(text)).map((one) => one.code))
      if (others.length === 0 && code) return code
    }
  return undefined
}

/** `texts`: larger places first. Cities go before districts, smaller districts before larger, former names last. */
function cityIn({ only, cities, districts, former, direct }: Names, texts: readonly string[]): string | undefined {
  if (only) return only
  return (
    named(cities, texts, cityMatches) ??
    named(districts, texts.toReversed(), districtMatches) ??
    named(former, texts, cityMatches) ??
    named([...cities, ...former], texts, [begins]) ??
    named(districts, texts, [begins]) ??
    named(cities, texts, [isBegun]) ??
    named([...districts, ...former], texts, [isBegun]) ??
    (texts.some(isDirect) ? direct : undefined)
  )
}

/** In Latin letters, each before the first two digits of its codes. */
const latinProvinces = [
  'beijing11 tianjin12 hebei13 shanxi14 innermongolia15 neimenggu15 liaoning21 jilin22 heilongjiang23 shanghai31',
  'jiangsu32 zhejiang33 anhui34 fujian35 jiangxi36 shandong37 henan41 hubei42 hunan43 guangdong44 guangxi45 hainan46',
  'chongqing50 sichuan51 guizhou52 yunnan53 tibet54 xizang54 shaanxi61 gansu62 qinghai63 ningxia64 xinjiang65',
  'taiwan71 hongkong81 macau82 macao82',
]
  .flatMap((line) => line.split(' '))
  .map((entry) => ({ name: entry.slice(0, -2), digits: entry.slice(-2) }))

/** In Chinese or in Latin letters. */
function provinceIn(text: string): Names | undefined {
  const latin = text.toLowerCase()
  const digits = latinProvinces.find(({ name }) => latin.startsWith(name))?.digits
  return allNames().find(({ short, code }) => text.startsWith(short.slice(0, 2)) || code.slice(0, 2) === digits)
}

const behind = ({ name, short }: Names, text: string) =>
  text.slice([name, short, short.slice(0, 2)].find((one) => text.startsWith(one))?.length ?? 0)

let everywhere: { cities: Name[]; districts: Name[] } | undefined
function namesEverywhere() {
  everywhere ??= {
    cities: allNames().flatMap((one) => one.cities),
    districts: allNames().flatMap((one) => one.districts),
  }
  return everywhere
}

function cityAnywhere(texts: readonly string[]): string | undefined {
  const { cities, districts } = namesEverywhere()
  return named(cities, texts, cityMatches) ?? named(districts, texts.toReversed(), districtMatches)
}

/** 某省 or 浙, but not 加州 or Bayern. */
const isChinese = (name: string) => /[省市区县盟旗]$|^\p{Script=Han}?$/u.test(name)

interface Region {
  province: string | null
  city: string | null
}

/** Places whose names were compared before: many customers live in the same ones. */
const compared = new Map<string, Region>()
const mostCompared = 5_000

/** null: not named. Names may be former, shortened, in traditional script, or on another level. */
export function regionOf(place: Place): Region {
  const key = [place.province, place.city, place.district].join('\n')
  const known = compared.get(key)
  if (known) return known
  const region = compare(place)
  if (compared.size === mostCompared) compared.clear()
  compared.set(key, region)
  return region
}

function compare({ province, city, district = '' }: Place): Region {
  const levels = [province, city, district].map(plain).filter(Boolean)
  const [first = '', second = ''] = levels
  // Some cities begin like a province, such as 吉林市 and 海南藏族自治州.
  const own = named(namesEverywhere().cities, [first], [same])
  const found = own
    ? undefined
    : (provinceIn(first) ??
      (isChinese(first)
        ? allNames().find(({ name, short }) => second === short || second.startsWith(name))
        : undefined))
  if (found) {
    const texts = levels.flatMap((text, at) => (at === 0 ? [behind(found, text)] : [text, behind(found, text)]))
    return { province: found.code, city: cityIn(found, texts.filter(Boolean)) ?? null }
  }
  const code = own ?? cityAnywhere(isChinese(first) ? levels : [first])
  return code ? { province: `${code.slice(0, 2)}0000`, city: code } : { province: null, city: null }
}

/** The names say no province, and the first one is not like one of China. */
export const isAbroad = (place: Place): boolean =>
  regionOf(place).province === null && !isChinese(plain(place.province))

/** null: not in the list of regions. */
export const regionCodeOf = (place: Place): string | null => regionOf(place).city
