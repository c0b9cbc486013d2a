import { deleteDictType, getDictType, updateDictType } from '@/lib/dict_type/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getDictType, updateDictType, deleteDictType)
