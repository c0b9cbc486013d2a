import { createAddress, listAddresses } from '@/lib/address/endpoints'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listAddresses, createAddress)
