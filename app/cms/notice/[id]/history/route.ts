import { route } from '@/lib/next/route'
import { listNoticeHistory } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listNoticeHistory)
