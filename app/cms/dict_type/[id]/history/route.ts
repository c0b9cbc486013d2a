import { listDictTypeHistory } from '@/lib/dict_type/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listDictTypeHistory)
