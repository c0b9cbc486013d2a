import type { ProductStatus } from '@/db/enums'
import { send } from '@/lib/server/client'

export interface FoundProduct {
  id: number
  name: string
  image_url: string | null
  /** In fen, of the cheapest SKU. */
  price: number
  status: ProductStatus
}

interface Sought {
  /** Part of the name, or the beginning of a SKU number; empty: all. */
  q: string
  /** With those below it; empty: all. */
  category_id?: string
  tab?: 'on_sale'
}

/** The newest 50 products that match. */
export async function findProducts({ q, category_id, tab }: Sought): Promise<FoundProduct[]> {
  const query = { q: q || undefined, category_id: category_id || undefined, tab, size: 50 }
  return (await send('GET /cms/product', { query })).items
}
