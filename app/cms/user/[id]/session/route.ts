import { route } from '@/lib/server/next/route'
import { endUserSessions, listUserSessions } from '@/lib/user/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUserSessions, endUserSessions)
