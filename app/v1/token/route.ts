import { route } from '@/lib/next/route'
import { createToken, deleteToken, readToken } from '@/lib/token/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readToken, createToken, deleteToken)
