import { route } from '@/lib/next/route'
import { endUserSession } from '@/lib/user/office'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(endUserSession)
