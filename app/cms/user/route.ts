import { route } from '@/lib/next/route'
import { createUser, listUsers } from '@/lib/user/office'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUsers, createUser)
