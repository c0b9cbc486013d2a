import { route } from '@/lib/next/route'
import { listCustomerOrders, placeOwnOrder } from '@/lib/order/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(placeOwnOrder, listCustomerOrders)
