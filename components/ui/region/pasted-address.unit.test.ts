import { expect, test } from 'vitest'
import { pastedAddress } from './pasted-address'

const home = {
  ...{ name: '林晚', mobile: '13800001024', province: '浙江省', city: '杭州市', district: '西湖区' },
  detail: '龙井路1号3幢502室',
}

test.each([
  '林晚 13800001024 浙江省杭州市西湖区龙井路1号3幢502室',
  '林晚，13800001024，浙江省杭州市西湖区龙井路1号3幢502室',
  '收货人：林晚\n手机号码：13800001024\n所在地区：浙江省 杭州市 西湖区\n详细地址：龙井路1号3幢502室\n',
  '浙江杭州西湖区龙井路1号3幢502室 林晚 138 0000 1024',
  '林晚+86 138-0000-1024浙江省杭州市西湖区龙井路1号3幢502室',
  '林晚 １３８００００１０２４ 杭州市西湖区龙井路1号3幢502室',
  '林晚 13800001024 浙江省西湖区龙井路 1号 3幢 502室',
])('%s', (text) => {
  const { mobile, detail, ...rest } = pastedAddress(text) ?? { mobile: '', detail: '' }
  expect({ ...rest, mobile: mobile.replaceAll('-', ''), detail: detail.replaceAll(' ', '') }).toEqual(home)
})

test.each([
  [
    '王 010-88886666-801 北京市朝阳区建国路88号',
    { province: '北京市', city: '北京市', district: '朝阳区', detail: '建国路88号' },
  ],
  [
    '王 13900000000 上海上海市浦东新区世纪大道1号',
    { province: '上海市', city: '上海市', district: '浦东新区', detail: '世纪大道1号' },
  ],
  [
    '王 13900000000 浙江省义乌市稠州北路1号',
    { province: '浙江省', city: '金华市', district: '义乌市', detail: '稠州北路1号' },
  ],
  [
    '王 13900000000 内蒙古呼和浩特市新城区中山路1号',
    { province: '内蒙古自治区', city: '呼和浩特市', district: '新城区' },
  ],
  ['王 13900000000 广东省东莞市南城街道鸿福路1号', { province: '广东省', city: '东莞市' }],
])('%s', (text, expected) => {
  expect(pastedAddress(text)).toMatchObject({ name: '王', ...expected })
})

test.each([
  '林晚',
  '13800001024',
  '浙江省杭州市西湖区龙井路1号',
  '林晚 13800001024 浙江省杭州市西湖区',
  'Lin 13800001024 1 Main Street',
  '',
])('%s is no whole address', (text) => {
  expect(pastedAddress(text)).toBeUndefined()
})
