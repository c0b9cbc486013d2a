import type { z } from 'zod'
import type { Cart, CartLine } from './schema'

export const cartLine = {
  sku_id: 2,
  product_id: 1,
  count: 2,
  checked: true,
  name: '雨前绿茶',
  spec_text: '100 克罐装',
  image_url: '/demo/p-green-tea.webp',
  price: 12_800,
  deal: null,
  stock: 36,
  problem: null,
} satisfies z.input<typeof CartLine>

export const cart = [
  cartLine,
  {
    ...cartLine,
    sku_id: 7,
    product_id: 4,
    count: 1,
    checked: false,
    name: '桂花冷泡',
    spec_text: '',
    image_url: '/demo/p-cold-brew-osmanthus.webp',
    price: 4_800,
    deal: null,
    stock: 0,
    problem: 'off_sale',
  },
] satisfies z.input<typeof Cart>
