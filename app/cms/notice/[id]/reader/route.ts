import { route } from '@/lib/next/route'
import { listNoticeReaders } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listNoticeReaders)
