import { deleteProduct, getCmsProduct, updateProduct } from '@/lib/product/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsProduct, updateProduct, deleteProduct)
