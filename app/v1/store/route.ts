import { route } from '@/lib/server/next/route'
import { listStores } from '@/lib/store/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listStores)
