import { addToOwnCart, clearOwnCart, getCart, updateOwnCart } from '@/lib/cart/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getCart,
  addToOwnCart,
  updateOwnCart,
  clearOwnCart,
)
