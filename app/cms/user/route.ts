import { route } from '@/lib/server/next/route'
import { createCmsUser, listCmsUsers } from '@/lib/user/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsUsers, createCmsUser)
