import { route } from '@/lib/next/route'
import { getPackingLists, notePrint } from '@/lib/order/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getPackingLists, notePrint)
