import { deleteDict, getCmsDict, updateDict } from '@/lib/dict/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsDict, updateDict, deleteDict)
