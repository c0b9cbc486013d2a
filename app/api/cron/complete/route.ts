import { completeOrders } from '@/lib/server/jobs/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(completeOrders)
