import { route } from '@/lib/next/route'
import { deleteNotice, getCmsNotice, updateNotice } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsNotice, updateNotice, deleteNotice)
