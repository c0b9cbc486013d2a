import { route } from '@/lib/next/route'
import { readStaffNotice } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readStaffNotice)
