import { route } from '@/lib/server/next/route'
import { endOwnSession } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(endOwnSession)
