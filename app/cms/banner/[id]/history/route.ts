import { listBannerHistory } from '@/lib/banner/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listBannerHistory)
