import type { ProductStatus } from '@/db/enums'
import { send } from '@/lib/api/client'

export interface FoundProduct {
  id: number
  name: string
  image_url: string | null
  /** In fen, of the cheapest SKU. */
  price: number
  status: ProductStatus
}

/** The first 50 products with these words in a category; the newest without words, all without a category. */
export async function findProducts(q: string, category_id?: string): Promise<FoundProduct[]> {
  const found = async () => {
    if (q !== '') return (await send('GET /v1/product/search', { query: { q, size: 50 } })).items
    if (!category_id) return send('GET /v1/product/recent', { query: { size: 50 } })
    return (await send('GET /v1/product/by_category', { query: { id: category_id, size: 50 } })).items
  }
  return (await found()).map(({ id, name, image_url, price }) => ({ id, name, image_url, price, status: 'on_sale' }))
}
