import { route } from '@/lib/next/route'
import { deleteUser, readStaffUser, updateUser } from '@/lib/user/office'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readStaffUser, updateUser, deleteUser)
