import { route } from '@/lib/next/route'
import { deleteProduct, getCmsProduct, updateProduct } from '@/lib/product/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(deleteProduct, getCmsProduct, updateProduct)
