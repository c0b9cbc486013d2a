import { route } from '@/lib/server/next/route'
import { claimMobile } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(claimMobile)
