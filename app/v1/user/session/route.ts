import { route } from '@/lib/next/route'
import { listOwnSessions } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOwnSessions)
