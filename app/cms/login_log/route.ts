import { listLogins } from '@/lib/login_log/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listLogins)
