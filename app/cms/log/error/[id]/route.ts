import { updateError } from '@/lib/error_log/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateError)
