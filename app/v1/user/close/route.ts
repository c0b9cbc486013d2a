import { route } from '@/lib/server/next/route'
import { closeAccountByPost } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(closeAccountByPost)
