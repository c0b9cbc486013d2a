import { route } from '@/lib/next/route'
import { listProductHistory } from '@/lib/product/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listProductHistory)
