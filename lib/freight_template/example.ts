import type { z } from 'zod'
import type { CmsFreightTemplate } from './schema'

export const cmsFreightTemplate = {
  id: 2,
  name: '易碎品',
  charge: 'weight',
  rules: [
    { regions: ['330000', '310100'], first: 1_000, first_fee: 800, next: 500, next_fee: 200, free_amount: null },
    { regions: [], first: 1_000, first_fee: 1_500, next: 500, next_fee: 500, free_amount: 50_000 },
  ],
  no_delivery: ['540000'],
  only_mainland: true,
  free_amount: 30_000,
  free_pieces: null,
  free_needs: 'either',
  is_default: false,
  product_count: 3,
  created_at: '2026-11-27T02:15:04.120Z',
  updated_at: '2026-11-27T02:15:04.120Z',
  version: 1,
} satisfies z.input<typeof CmsFreightTemplate>
