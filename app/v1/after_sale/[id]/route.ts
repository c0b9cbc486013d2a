import { getAfterSale } from '@/lib/after_sale/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getAfterSale)
