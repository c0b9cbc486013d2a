import { route } from '@/lib/next/route'
import { listSimilarProducts } from '@/lib/product/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listSimilarProducts)
