import { getCustomer, updateCustomer } from '@/lib/customer/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCustomer, updateCustomer)
