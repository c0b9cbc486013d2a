import { route } from '@/lib/next/route'
import { getOrderByPayment } from '@/lib/order/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOrderByPayment)
