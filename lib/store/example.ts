import type { z } from 'zod'
import type { CmsStore, Store, StoreInput } from './schema'

export const storeInput = {
  name: '青梧路店',
  phone: '0571-8888 8888',
  province: '浙江省',
  city: '杭州市',
  district: '拱墅区',
  detail: '青梧路 18 号',
  hours: '每天 9:00–18:00',
} satisfies z.input<typeof StoreInput>

export const store = { id: 1, ...storeInput, region_code: '330100' } satisfies z.input<typeof Store>

export const cmsStore = {
  ...store,
  enabled: true,
  created_at: '2026-11-27T02:15:04.120Z',
  updated_at: '2026-11-27T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsStore>
