import { route } from '@/lib/next/route'
import { deleteOrder, getOrder } from '@/lib/order/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOrder, deleteOrder)
