import { route } from '@/lib/next/route'
import { retryRefund } from '@/lib/order/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(retryRefund)
