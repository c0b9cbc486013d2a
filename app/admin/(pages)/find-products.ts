import type { ProductStatus } from '@/db/enums'
import { send } from '@/lib/server/client'

export interface FoundProduct {
  id: number
  name: string
  image_url: string | null
  /** Of the cheapest SKU, in fen. */
  price: number
  status: ProductStatus
}

interface Sought {
  /** A part of the name, the beginning of a SKU number, or a whole barcode; empty: all. */
  q: string
  /** With subcategories; empty: all. */
  category_id?: string
  tab?: 'on_sale'
}

/** The newest 50. */
export async function findProducts({ q, category_id, tab }: Sought): Promise<FoundProduct[]> {
  const query = { q: q || undefined, category_id: category_id || undefined, tab, size: 50 }
  return (await send('GET /cms/product', { query })).items
}
