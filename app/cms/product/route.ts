import { route } from '@/lib/next/route'
import { createNewProduct, listCmsProducts } from '@/lib/product/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createNewProduct, listCmsProducts)
