import { createDict, listCmsDict } from '@/lib/dict/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsDict, createDict)
