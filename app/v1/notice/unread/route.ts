import { route } from '@/lib/next/route'
import { listUnreadNotices } from '@/lib/notice/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUnreadNotices)
