import { listUnreadNotices } from '@/lib/notice/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUnreadNotices)
