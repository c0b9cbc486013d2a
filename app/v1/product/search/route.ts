import { route } from '@/lib/next/route'
import { searchVisibleProducts } from '@/lib/product/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(searchVisibleProducts)
