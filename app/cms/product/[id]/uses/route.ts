import { route } from '@/lib/next/route'
import { listProductUses } from '@/lib/product/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listProductUses)
