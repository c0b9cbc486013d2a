import { route } from '@/lib/next/route'
import { listStaffUnreadNotices } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listStaffUnreadNotices)
