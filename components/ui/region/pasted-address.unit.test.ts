import { expect, test } from 'vitest'
import { pastedAddress } from './pasted-address'

const home = {
  name: '林晚',
  mobile: '13800001024',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
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
  [
    '王 13900000000 北京市市辖区朝阳区建国路88号',
    { province: '北京市', city: '北京市', district: '朝阳区', detail: '建国路88号' },
  ],
  [
    '王 13900000000 北京市北京市市辖区朝阳区建国路88号',
    { province: '北京市', city: '北京市', district: '朝阳区', detail: '建国路88号' },
  ],
  [
    '王 13900000000 北京市 市辖区 朝阳区 建国路88号',
    { province: '北京市', city: '北京市', district: '朝阳区', detail: '建国路88号' },
  ],
  [
    '王 13900000000 重庆市县云阳县青龙街道1号',
    { province: '重庆市', city: '重庆市', district: '云阳县', detail: '青龙街道1号' },
  ],
  [
    '王 13900000000 香港特別行政區中西區皇后大道中1號',
    { province: '香港特别行政区', city: '香港特别行政区', district: '中西区', detail: '皇后大道中1號' },
  ],
  [
    '王 13900000000 臺灣省臺北市信義區市府路1號',
    { province: '台湾省', city: '台北市', district: '信义区', detail: '市府路1號' },
  ],
  [
    '王 13900000000 湖北省省直辖县级行政区划仙桃市沔州大道1号',
    { province: '湖北省', city: '省直辖县', district: '仙桃市', detail: '沔州大道1号' },
  ],
  [
    '王 13900000000 河北省省直辖县级行政区划定州市中山路1号',
    { province: '河北省', city: '保定市', district: '定州市', detail: '中山路1号' },
  ],
  [
    '王 13900000000 海南省省直辖县级行政区划儋州市那大镇中兴大街1号',
    { province: '海南省', city: '儋州市', district: '那大镇', detail: '中兴大街1号' },
  ],
  [
    '王 13900000000 湖北省襄樊市襄城区胜利街1号',
    { province: '湖北省', city: '襄阳市', district: '襄城区', detail: '胜利街1号' },
  ],
  [
    '王 13900000000 新疆巴州库尔勒市人民路1号',
    { province: '新疆维吾尔自治区', city: '巴音郭楞蒙古自治州', district: '库尔勒市', detail: '人民路1号' },
  ],
  ['王 13900000000 浙江省某某镇市场路1号', { province: '浙江省', city: '', district: '', detail: '某某镇市场路1号' }],
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
