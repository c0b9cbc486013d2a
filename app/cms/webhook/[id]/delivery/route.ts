import { route } from '@/lib/server/next/route'
import { listDeliveries } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listDeliveries)
