import { route } from '@/lib/server/next/route'
import { adjustStocks } from '@/lib/stock/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(adjustStocks)
