import { bindCarrierAccount, listCarrierAccounts } from '@/lib/carrier_account/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCarrierAccounts, bindCarrierAccount)
