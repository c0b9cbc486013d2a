import { route } from '@/lib/server/next/route'
import { joinMiniProgram } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(joinMiniProgram)
