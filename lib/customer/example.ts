import type { z } from 'zod'
import { address } from '@/lib/address/example'
import type { Customer, CustomerDetail } from './schema'

export const customer = {
  id: 1,
  nickname: '晚晚不加糖',
  avatar_url: null,
  username: 'customer',
  email: null,
  mobile: '13800001024',
  status: 'active',
  remark: '',
  external_id: 'C-20418',
  tags: ['VIP'],
  order_count: 6,
  paid_amount: 52_700,
  last_login_at: '2026-11-20T02:15:04.120Z',
  created_at: '2026-11-01T02:15:04.120Z',
  updated_at: '2026-11-01T02:15:04.120Z',
  deleted_at: null,
  version: 1,
} satisfies z.input<typeof Customer>

export const customerDetail = {
  ...customer,
  addresses: [address],
  orders: [
    {
      id: 12,
      order_no: '26112000000000001024',
      status: 'paid',
      total_amount: 12_800,
      created_at: '2026-11-20T02:15:04.120Z',
    },
  ],
} satisfies z.input<typeof CustomerDetail>
