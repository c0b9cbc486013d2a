import { route } from '@/lib/server/next/route'
import { retryDelivery } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(retryDelivery)
