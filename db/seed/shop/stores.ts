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
