import { route } from '@/lib/next/route'
import { readNotice } from '@/lib/notice/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readNotice)
