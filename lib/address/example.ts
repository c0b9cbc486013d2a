import type { z } from 'zod'
import type { Address, AddressInput } from './schema'

export const addressInput = {
  name: '林晚',
  mobile: '13800001024',
  province: '浙江省',
  city: '杭州市',
  district: '拱墅区',
  detail: '青梧路 18 号 3 幢 502 室',
  postal_code: '310000',
} satisfies z.input<typeof AddressInput>

export const address = {
  id: 1,
  ...addressInput,
  region_code: '330100',
  is_default: true,
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
} satisfies z.input<typeof Address>
