import { getCmsAfterSale } from '@/lib/after_sale/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsAfterSale)
