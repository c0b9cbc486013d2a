import { route } from '@/lib/next/route'
import { closeOwnAccount, readOwnUser, register, updateOwnUser } from '@/lib/user/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  readOwnUser,
  register,
  updateOwnUser,
  closeOwnAccount,
)
