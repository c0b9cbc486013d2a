import type { SeedFreightTemplate } from './types'

const rule = { regions: [], first: 1, first_fee: 0, next: 1, next_fee: 0, free_amount: null }

/** In addition to the default template, by which shipping is free. */
export const freightTemplates: SeedFreightTemplate[] = [
  {
    name: '易碎品',
    charge: 'piece',
    rules: [{ ...rule, first_fee: 1_000, next_fee: 300 }],
    // Xizang and Xinjiang: too far for what breaks.
    no_delivery: ['540000', '650000'],
    only_mainland: true,
    free_amount: 30_000,
    products: { 'iron-kettle': null, 'clay-pot': null, 'narrow-vase': null, 'paper-lamp': null },
  },
  {
    name: '大件按重量',
    charge: 'weight',
    rules: [
      // Shanghai, Jiangsu and Zhejiang.
      { ...rule, regions: ['310000', '320000', '330000'], first: 1_000, first_fee: 800, next: 500, next_fee: 200 },
      { ...rule, first: 1_000, first_fee: 1_500, next: 500, next_fee: 500 },
    ],
    no_delivery: [],
    only_mainland: true,
    free_amount: null,
    products: { 'elm-tray': 1_450, 'bamboo-basket': 900, 'rush-cushion': 1_200, 'cherry-board': 1_850 },
  },
]
