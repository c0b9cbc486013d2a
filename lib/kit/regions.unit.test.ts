import { describe, expect, test } from 'vitest'
import { formerRegions } from './former-regions'
import { isAbroad, type Place, provinces, regionCodeOf, regionOf } from './regions'
import { simplified, traditional } from './simplified'

describe('the regions', () => {
  const cities = provinces.flatMap((province) => province.cities.map((city) => ({ ...city, province })))

  test('have codes of six digits, each once, that begin as that of their province', () => {
    expect(provinces).toHaveLength(34)
    expect(cities.length).toBeGreaterThan(350)
    const codes = [...provinces, ...cities].map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, province } of cities) expect(code).toMatch(new RegExp(`^${province.code.slice(0, 2)}\\d{2}00$`))
    for (const { code } of provinces) expect(code).toMatch(/^\d{2}0000$/)
  })

  test('a municipality and a special administrative region is its own city, with all districts', () => {
    const own = provinces.filter((one) => one.cities.length === 1)
    expect(own.map(({ name }) => name)).toEqual([
      ...['北京市', '天津市', '上海市', '重庆市', '香港特别行政区', '澳门特别行政区'],
    ])
    expect(own.every(({ name, cities: [city] }) => city?.name === name)).toBe(true)
    const chongqing = own.find(({ name }) => name === '重庆市')
    expect(chongqing?.cities[0]?.districts).toEqual(expect.arrayContaining(['渝中区', '城口县']))
  })

  const real = cities.filter(({ name, province }) => province.cities.length > 1 && !name.includes('直辖'))
  const toTraditional = new Map(Array.from(traditional, (one) => [simplified(one), one]))
  const inTraditional = (text: string) => Array.from(text, (one) => toTraditional.get(one) ?? one).join('')
  const bare = (name: string) => name.replace(/(?<=..)(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|省|市)$/, '')

  test.each<[string, (province: string, city: string) => Place]>([
    ['as in the list', (province, city) => ({ province, city })],
    ['without endings', (province, city) => ({ province: bare(province), city: bare(city) })],
    ['with the province before the city', (province, city) => ({ province, city: province + city })],
    ['with the short province before the city', (province, city) => ({ province, city: bare(province) + city })],
    ['both in the first level', (province, city) => ({ province: province + city, city: '西湖' })],
    ['as the third level', (province, city) => ({ province, city: '', district: city })],
    ['with a district behind the city', (province, city) => ({ province, city: `${city}某某区` })],
    ['below a country', (province, city) => ({ province: '中国', city: province, district: city })],
    ['behind the name of the country', (province, city) => ({ province: `中国${province}`, city })],
    ['without a province', (_, city) => ({ province: city, city })],
    ['in traditional script', (province, city) => ({ province: inTraditional(province), city: inTraditional(city) })],
    ['with spaces and in full width', (province, city) => ({ province: ` ${province} `, city: [...city].join('　') })],
  ])('every city is found %s', (_, placeOf) => {
    expect(
      real.flatMap(({ code, name, province }) => {
        const place = placeOf(province.name, name)
        return regionCodeOf(place) === code ? [] : [{ place, code }]
      }),
    ).toEqual([])
  })

  test('every district whose name its province has once is found as the second or the third level', () => {
    for (const province of provinces.filter(({ cities }) => cities.length > 1)) {
      const all = province.cities.flatMap(({ code, districts }) => districts.map((name) => ({ code, name })))
      for (const { code, name } of all) {
        const isCity = province.cities.some((city) => city.name === name)
        if (isCity || all.filter((one) => one.name === name).length > 1) continue
        for (const city of [name, '', '省直辖县级行政区划', '省直辖县级行政单位', '直辖县', province.name + name])
          expect([province.name, city, name, regionCodeOf({ province: province.name, city, district: name })]).toEqual([
            province.name,
            city,
            name,
            code,
          ])
        expect([name, regionCodeOf({ province: province.name, city: name })]).toEqual([name, code])
      }
    }
  })

  test('every place in the list has a province, whatever the second level says', () => {
    for (const { code, name } of provinces)
      for (const city of ['', '某某市', '省直辖县级行政区划', name])
        expect([name, city, regionOf({ province: name, city }).province]).toEqual([name, city, code])
  })

  test('every former name has the city of today', () => {
    expect(formerRegions.length).toBeGreaterThan(100)
    for (const { name, code } of formerRegions) {
      const province = provinces.find((one) => one.code.startsWith(code.slice(0, 2)))?.name ?? ''
      for (const place of [
        { province, city: name },
        { province, city: '', district: name },
      ])
        expect([name, regionCodeOf(place)]).toEqual([name, code])
    }
  })
})

test.each([
  ['湖北省', '仙桃市', '', '429000'],
  ['湖北省', '', '仙桃市', '429000'],
  ['湖北省', '省直辖县级行政区划', '仙桃市', '429000'],
  ['湖北省', '仙桃', '', '429000'],
  ['湖北省', '神农架林区', '', '429000'],
  ['河南省', '济源市', '', '419000'],
  ['海南省', '文昌市', '', '469000'],
  ['海南省', '省直辖县级行政区划', '儋州市', '460400'],
  ['海南', '陵水县', '', '469000'],
  ['新疆维吾尔自治区', '石河子市', '', '659000'],
  ['新疆生产建设兵团', '第八师', '石河子市', '659000'],
  ['河北省', '省直辖县级行政区划', '定州市', '130600'],
  ['河北省', '省直辖县级行政区划', '辛集市', '130100'],
  ['浙江省', '义乌市', '', '330700'],
  ['浙江省', '浙江省杭州市', '', '330100'],
  ['浙江省杭州市', '西湖区', '', '330100'],
  ['浙江省', '杭州市西湖区', '', '330100'],
  ['杭州市', '西湖区', '', '330100'],
  ['山东省', '莱芜市', '莱城区', '370100'],
  ['山东省', '莱芜市', '', '370100'],
  ['湖北省', '襄樊市', '', '420600'],
  ['湖北', '襄樊', '', '420600'],
  ['安徽省', '巢湖市', '', '340100'],
  ['安徽省', '巢湖市', '无为县', '340200'],
  ['安徽省', '巢湖市', '和县', '340500'],
  ['云南省', '思茅市', '', '530800'],
  ['云南省', '中甸县', '', '533400'],
  ['江苏省', '淮阴市', '', '320800'],
  ['内蒙古自治区', '伊克昭盟', '', '150600'],
  ['浙江省', '萧山市', '', '330100'],
  ['香港特別行政區', '中西區', '', '810100'],
  ['臺灣省', '臺北市', '', '710100'],
  ['台湾', '台北县', '', '711100'],
  ['廣東省', '廣州市', '', '440100'],
  ['新疆', '巴州', '', '652800'],
  ['新疆', '克州', '', '653000'],
  ['新疆', '博州', '', '652700'],
  ['新疆', '伊犁州', '', '654000'],
  ['内蒙古', '锡盟', '', '152500'],
  ['内蒙', '呼和浩特', '', '150100'],
  ['黑龙江', '大兴安岭', '', '232700'],
  ['内蒙古', '乌盟', '', '150900'],
  ['云南', '西双版纳州', '', '532800'],
  ['湖南', '湘西州', '', '433100'],
  ['四川', '凉山州', '', '513400'],
  ['贵州省', '黔西市', '', '520500'],
  ['海南藏族自治州', '共和县', '', '632500'],
  ['Shanghai', 'Shanghai', '', '310100'],
  ['Hong Kong', 'Kowloon', '', '810100'],
])('%s %s %s is %s', (province, city, district, code) => {
  expect(regionCodeOf({ province, city, district })).toBe(code)
})

test.each([
  ['浙江省', '某某市', '330000'],
  ['浙江省', '', '330000'],
  ['浙江', '武汉市', '330000'],
  ['Zhejiang Province', 'Hangzhou', '330000'],
  ['河北省', '省直辖县级行政区划', '130000'],
  ['浙江省', '市', '330000'],
  // In Nanjing and in Xuzhou.
  ['江苏省', '鼓楼区', '320000'],
  // The beginning of 黔东南, 黔南 and 黔西南.
  ['贵州省', '黔', '520000'],
])('of %s %s, only the province %s is known', (province, city, code) => {
  expect(regionOf({ province, city })).toEqual({ province: code, city: null })
})

test.each([
  ['浙江省', '杭州市', '330100'],
  ['浙江', '杭州', '330100'],
  [' 浙江 省 ', '杭州市', '330100'],
  ['吉林省', '吉林市', '220200'],
  ['吉林', '吉林', '220200'],
  ['内蒙古', '锡林郭勒', '152500'],
  ['内蒙古自治区', '锡林郭勒盟', '152500'],
  ['新疆', '喀什', '653100'],
  ['广西', '南宁', '450100'],
  ['西藏自治区', '阿里地区', '542500'],
  ['湖北', '恩施州', '422800'],
  ['湖北省', '恩施', '422800'],
  ['湖北省', '省直辖县级行政区划', '429000'],
  ['湖北省', '省直辖县', '429000'],
  ['新疆维吾尔自治区', '自治区直辖县级行政区划', '659000'],
  ['台湾省', '新竹市', '710800'],
  ['台湾省', '新竹县', '711300'],
  ['北京市', '北京市', '110100'],
  ['北京', '市辖区', '110100'],
  ['重庆市', '县', '500100'],
  ['香港特别行政区', '九龙', '810100'],
  ['香港', '中西区', '810100'],
  ['海南省', '海口市', '460100'],
  ['青海省', '海南州', '632500'],
])('%s %s is %s', (province, city, code) => {
  expect(regionCodeOf({ province, city })).toBe(code)
})

test.each([
  ['加州', '洛杉矶'],
  ['Bayern', 'München'],
  ['浙', '西湖'],
  ['', ''],
  ['省', '市'],
  ['某省', '某市'],
])('%s %s is not in the list', (province, city) => {
  expect(regionOf({ province, city })).toEqual({ province: null, city: null })
})

test.each([
  ['加州', '洛杉矶', true],
  ['Bayern', 'München', true],
  ['美国', '中山市', true],
  ['加州', '杭州市', true],
  ['中国', '某市', false],
  ['杭州', '西湖', false],
  ['折江省', '杭州市', false],
  ['浙', '杭州市', false],
  ['某省', '某市', false],
  ['Zhejiang', 'Hangzhou', false],
  ['香港特别行政区', '九龙', false],
])('%s %s is abroad: %s', (province, city, expected) => {
  expect(isAbroad({ province, city })).toBe(expected)
})
