import { route } from '@/lib/next/route'
import { readVisibleProduct } from '@/lib/product/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readVisibleProduct)
