import { listCmsOrderTrace } from '@/lib/order/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsOrderTrace)
