import { route } from '@/lib/next/route'
import { countOwnOrders } from '@/lib/order/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(countOwnOrders)
