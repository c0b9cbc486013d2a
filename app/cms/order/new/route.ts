import { route } from '@/lib/next/route'
import { countNewCmsOrders } from '@/lib/order/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(countNewCmsOrders)
