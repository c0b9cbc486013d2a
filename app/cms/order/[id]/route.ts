import { route } from '@/lib/next/route'
import { getCmsOrder, updateOrder } from '@/lib/order/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsOrder, updateOrder)
