import { deleteNotice, getCmsNotice, updateNotice } from '@/lib/notice/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsNotice, updateNotice, deleteNotice)
