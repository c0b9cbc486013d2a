import type { z } from 'zod'
import type { CarrierAccount } from './schema'

export const carrierAccount = {
  id: 1,
  delivery_id: 'YTO',
  biz_id: '021K000001',
  name: '圆通速递',
  services: [{ service_type: 0, service_name: '标准快递' }],
  service_type: 0,
  sender_name: '青梧茶铺',
  sender_phone: '0571-8888 8888',
  province: '浙江省',
  city: '杭州市',
  district: '拱墅区',
  detail: '青梧路 18 号',
  is_default: true,
  enabled: true,
  usable: true,
  problem: null,
  status_code: 0,
  quota: 1_000,
  checked_at: '2026-12-01T01:20:00.000Z',
  created_at: '2026-11-30T02:15:04.120Z',
  updated_at: '2026-12-01T01:20:00.000Z',
  version: 2,
} satisfies z.input<typeof CarrierAccount>
