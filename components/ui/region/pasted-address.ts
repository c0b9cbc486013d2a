import { regionCodeOf } from '@/lib/kit/regions'
import { simplified } from '@/lib/kit/simplified'
import { citiesOf, cityWith, districtsOf, provinces, type Region } from './regions'

export type PastedAddress = Region & { name: string; mobile: string; detail: string }

const labels =
  /(?:收货人|收件人|联系人|姓名|手机号码|手机号|手机|联系电话|电话|所在地区|地区|详细地址|收货地址|收件地址|地址)[:：]/g
const separators = /[\s,，;；|、。]/
const mobileNumber = /(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)/
const landline = /(?<!\d)0\d{2,3}-\d{7,8}(?:-\d{1,5})?(?!\d)/
/** People often leave these endings out. */
const ends = /(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|省|市|区|县)$/

/** A level that is no place: 北京市 市辖区 朝阳区, 重庆市 县 云阳县, 湖北省 省直辖县级行政区划 仙桃市. */
const emptyLevel = /^(?:市辖区|县|(?:省|自治区)?直辖(?:县级)?(?:行政区划|行政单位|县)?)/
const withoutEmptyLevel = (text: string) => text.slice(emptyLevel.exec(simplified(text))?.[0].length ?? 0)

/** Possible former or short name, such as 襄樊市 and 巴州. */
const cityLike = /^.{1,10}?(?:市|州|盟|地区)/

/** Also in traditional script, and without endings, such as 浙江 for 浙江省. */
function beginsWith(text: string, names: readonly string[]): { name: string; rest: string } | undefined {
  // As long as the text, so that the rest is cut from the text as it was pasted.
  const simple = simplified(text)
  for (const name of names) if (simple.startsWith(name)) return { name, rest: text.slice(name.length) }
  for (const name of names) {
    const short = name.replace(ends, '')
    if (short.length > 1 && simple.startsWith(short)) return { name, rest: text.slice(short.length) }
  }
  return undefined
}

function otherName(province: string, text: string) {
  const [start] = cityLike.exec(simplified(text)) ?? []
  const code = start && regionCodeOf({ province, city: start })
  const name = code && cityWith(code)
  return name ? { name, rest: text.slice(start.length) } : undefined
}

interface Place extends Region {
  detail: string
}

/** Without a city in the text, the first with the district, or the only one. `district` may be empty. */
function placeIn(province: string, text: string): Place | undefined {
  const cities = citiesOf(province)
  const below = (candidates: readonly string[], behind: string) => {
    const rest = withoutEmptyLevel(behind)
    for (const city of candidates) {
      const found = beginsWith(rest, districtsOf({ province, city }))
      if (found) return { province, city, district: found.name, detail: found.rest }
    }
    return undefined
  }
  const start = withoutEmptyLevel(text)
  const named = beginsWith(start, cities)
  const found = named ? below([named.name], named.rest) : below(cities, start)
  if (found) return found
  const other = named ?? otherName(province, start)
  if (other) return below([other.name], other.rest) ?? { province, city: other.name, district: '', detail: other.rest }
  const [only, ...others] = cities
  return only && others.length === 0 ? { province, city: only, district: '', detail: text } : undefined
}

function regionOf(text: string): Place | undefined {
  const named = beginsWith(text, provinces)
  if (named)
    return placeIn(named.name, named.rest) ?? { province: named.name, city: '', district: '', detail: named.rest }
  for (const province of provinces) {
    const city = citiesOf(province).find((one) => simplified(text).startsWith(one))
    if (city) return placeIn(province, text)
  }
  return undefined
}

/** At most 20 characters, no digits, and no ending of addresses, such as 号 or 路. */
const isName = (word: string | undefined) =>
  word !== undefined && word.length <= 20 && !/\d|[号室楼栋幢层村路街道弄巷单元座]$/.test(word)

/** Such as "林晚 13800001024 浙江省杭州市西湖区龙井路 1 号". Ignores labels. Needs a phone number, a region and a street. */
export function pastedAddress(text: string): PastedAddress | undefined {
  const plain = text.normalize('NFKC').replaceAll('：', ':').replaceAll(labels, ' ')
  const number = (mobileNumber.exec(plain) ?? landline.exec(plain))?.[0]
  if (number === undefined) return undefined
  const words = plain.replace(number, ' ').split(separators).filter(Boolean)
  const start = words.findIndex((word) => regionOf(word))
  if (start < 0) return undefined
  const [before, after] = [words.slice(0, start), words.slice(start)]
  const last = before.length === 0 && after.length > 1 && isName(after.at(-1)) ? after.pop() : undefined
  const joined = after.reduce((sum, word) => sum + (/\w$/.test(sum) && /^\w/.test(word) ? ' ' : '') + word, '')
  const found = regionOf(joined)
  if (!found?.detail) return undefined
  return { ...found, name: last ?? before.join(' '), mobile: number.replaceAll(' ', '').replace(/^\+?86-?/, '') }
}
