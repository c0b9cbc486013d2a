import { route } from '@/lib/server/next/route'
import { getTheme } from '@/lib/theme/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTheme)
