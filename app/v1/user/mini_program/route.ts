import { route } from '@/lib/next/route'
import { joinOwnMiniProgram } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(joinOwnMiniProgram)
