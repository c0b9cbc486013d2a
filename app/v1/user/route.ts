import { route } from '@/lib/server/next/route'
import { closeAccount, getUser, registerUser, updateUser } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getUser, registerUser, updateUser, closeAccount)
