import { route } from '@/lib/server/next/route'
import { deleteCmsUser, getCmsUser, updateCmsUser } from '@/lib/user/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsUser, updateCmsUser, deleteCmsUser)
