import { expect, test } from 'vitest'
import { citiesOf, districtsOf, findRegions, provinces } from './regions'

test('has every province, with its cities and their districts', () => {
  expect(provinces).toHaveLength(34)
  for (const province of provinces) {
    const cities = citiesOf(province)
    expect([province, cities.length > 0]).toEqual([province, true])
    for (const city of cities)
      expect([province, city, districtsOf({ province, city }).length > 0]).toEqual([province, city, true])
  }
  expect(citiesOf('北京市')).toEqual(['北京市'])
  expect(districtsOf({ province: '浙江省', city: '杭州市' })).toContain('西湖区')
})

test('knows nothing below a place that is not in the list', () => {
  expect([citiesOf('Bayern'), districtsOf({ province: '浙江省', city: '成都市' })]).toEqual([[], []])
})

test('finds cities and districts by a part of their name', () => {
  expect(findRegions('杭州')).toEqual([{ province: '浙江省', city: '杭州市', district: '' }])
  expect(findRegions('西湖')).toContainEqual({ province: '浙江省', city: '杭州市', district: '西湖区' })
  // The same name in several cities.
  expect(findRegions('鼓楼区').length).toBeGreaterThan(2)
})
