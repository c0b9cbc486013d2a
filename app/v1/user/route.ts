import { route } from '@/lib/server/next/route'
import { closeOwnAccount, getUser, register, updateOwnUser } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getUser, register, updateOwnUser, closeOwnAccount)
