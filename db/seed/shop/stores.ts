import type { SeedStore } from './types'

/** Kept elsewhere, so they cannot be collected at a store. */
export const sentOnly = ['elm-tray', 'bamboo-basket', 'rush-cushion', 'cherry-board']

export const stores: SeedStore[] = [
  {
    name: '檐下半日 · 老巷店',
    phone: '0571-8888 2016',
    province: '浙江省',
    city: '杭州市',
    district: '拱墅区',
    detail: '桥西临河老巷 16 号，屋檐最长的那一家',
    hours: '每天 10:00–18:00，下雨天也开',
  },
]

/** One of the simulated platform. */
export const carrierAccount = {
  delivery_id: 'YTO',
  biz_id: '021K000001',
  name: '圆通速递',
  services: [{ service_type: 0, service_name: '标准快递' }],
  service_type: 0,
  sender_name: '檐下半日',
  sender_phone: '0571-88882016',
  province: '浙江省',
  city: '杭州市',
  district: '拱墅区',
  detail: '桥西临河老巷 16 号',
  is_default: true,
  quota: 1_000,
}
