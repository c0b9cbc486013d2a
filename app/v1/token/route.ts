import { route } from '@/lib/server/next/route'
import { createToken, deleteToken, getToken } from '@/lib/token/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getToken, createToken, deleteToken)
