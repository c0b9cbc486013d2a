import type { ProductStatus } from '@/db/enums'
import { send } from '@/lib/server/client'

export interface FoundProduct {
  id: number
  name: string
  image_url: string | null
  /** The price of the cheapest SKU, in fen. */
  price: number
  status: ProductStatus
}

interface Sought {
  /** A part of the name, the beginning of a SKU number, or a whole barcode; empty: all products. */
  q: string
  /** A category, including its subcategories; empty: all categories. */
  category_id?: string
  tab?: 'on_sale'
}

/** Reads the newest 50 products that match the search text, the category and the tab. */
export async function findProducts({ q, category_id, tab }: Sought): Promise<FoundProduct[]> {
  const query = { q: q || undefined, category_id: category_id || undefined, tab, size: 50 }
  return (await send('GET /cms/product', { query })).items
}
