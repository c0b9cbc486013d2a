import { route } from '@/lib/next/route'
import { listProducts } from '@/lib/product/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listProducts)
