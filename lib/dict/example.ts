import type { z } from 'zod'
import type { CustomerDict, Dict } from './schema'

export const dict = {
  id: 9,
  type: 'order_status',
  label: '待付款',
  label_en: 'Unpaid',
  value: 'unpaid',
  tag_style: 'warning',
  sort_order: 10,
  is_default: false,
  status: 'enabled',
  remark: '',
  created_at: '2026-11-20T02:15:04.120Z',
  updated_at: '2026-11-20T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof Dict>

export const customerDict = {
  type: 'after_sale_reason',
  value: 'changed_mind',
  label: '不想要了',
  label_en: 'No longer wanted',
  is_default: false,
} satisfies z.input<typeof CustomerDict>
