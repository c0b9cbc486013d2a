import { route } from '@/lib/server/next/route'
import { listStoreHistory } from '@/lib/store/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listStoreHistory)
