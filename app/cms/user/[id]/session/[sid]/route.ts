import { route } from '@/lib/next/route'
import { endUserSession } from '@/lib/user/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(endUserSession)
