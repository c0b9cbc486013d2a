import { route } from '@/lib/next/route'
import { deleteProducts } from '@/lib/product/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(deleteProducts)
