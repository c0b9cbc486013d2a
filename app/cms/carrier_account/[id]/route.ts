import { getCarrierAccount, updateCarrierAccount } from '@/lib/carrier_account/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCarrierAccount, updateCarrierAccount)
