import { route } from '@/lib/next/route'
import { listOrderLines } from '@/lib/order/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOrderLines)
