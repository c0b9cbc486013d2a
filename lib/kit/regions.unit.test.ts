import { describe, expect, test } from 'vitest'
import { provinces, regionCodeOf } from './regions'

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

  test('every city is found by its own names', () => {
    expect(
      cities.filter(({ code, name, province }) => regionCodeOf({ province: province.name, city: name }) !== code),
    ).toEqual([])
  })
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
  ['浙江省', '武汉市'],
  ['浙江省', '市'],
  ['浙', '杭州市'],
  ['', ''],
  ['省', '市'],
  // The beginning of 黔东南, 黔南 and 黔西南.
  ['贵州省', '黔'],
  ['江', '南京市'],
])('%s %s is not in the list', (province, city) => {
  expect(regionCodeOf({ province, city })).toBeNull()
})
