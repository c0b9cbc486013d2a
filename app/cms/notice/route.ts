import { route } from '@/lib/next/route'
import { createNotice, listCmsNotices } from '@/lib/notice/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsNotices, createNotice)
