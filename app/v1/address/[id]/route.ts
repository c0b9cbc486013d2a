import { deleteOwnAddress, readOwnAddress, updateOwnAddress } from '@/lib/address/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  readOwnAddress,
  updateOwnAddress,
  deleteOwnAddress,
)
