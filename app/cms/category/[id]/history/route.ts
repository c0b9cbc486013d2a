import { listCategoryHistory } from '@/lib/category/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCategoryHistory)
