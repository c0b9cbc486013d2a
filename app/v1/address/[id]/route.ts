import { deleteAddress, getAddress, updateAddress } from '@/lib/address/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getAddress, updateAddress, deleteAddress)
