import { route } from '@/lib/server/next/route'
import { changeCmsUsers } from '@/lib/user/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(changeCmsUsers)
