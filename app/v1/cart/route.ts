import { addToCart, clearCart, getCart, updateCart } from '@/lib/cart/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCart, addToCart, updateCart, clearCart)
