import { route } from '@/lib/next/route'
import { listOperations } from '@/lib/oper_log/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOperations)
