import { route } from '@/lib/next/route'
import { refundPaidOrder } from '@/lib/order/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(refundPaidOrder)
