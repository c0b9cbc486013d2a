import { deleteGroup, getGroup, updateGroup } from '@/lib/group/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getGroup, updateGroup, deleteGroup)
