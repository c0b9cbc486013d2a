import { route } from '@/lib/next/route'
import { createPreOrder } from '@/lib/payment/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createPreOrder)
