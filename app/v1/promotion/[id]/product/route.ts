import { listPromotionProducts } from '@/lib/promotion/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listPromotionProducts)
