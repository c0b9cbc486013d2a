import { expect, test } from 'vitest'
import { placeOf } from './place'

test.each([
  ['浙江省', '杭州市', '西湖区', '龙井路 1 号', '浙江省杭州市西湖区龙井路 1 号'],
  ['北京市', '北京市', '东城区', '东四十条 88号', '北京市东城区东四十条 88号'],
  ['Zhejiang', 'Hangzhou', 'Xihu', '1 Longjing Road', 'Zhejiang, Hangzhou, Xihu, 1 Longjing Road'],
  ['浙江省', '杭州市', '西湖区', '1 Longjing Road', '浙江省杭州市西湖区 1 Longjing Road'],
  ['Bayern', 'München', '', 'Marienplatz 1', 'Bayern, München, Marienplatz 1'],
])('%s, %s, %s and %s are one line', (province, city, district, detail, line) => {
  expect(placeOf({ province, city, district, detail })).toBe(line)
})
