import type { z } from 'zod'
import type { Category as Schema } from './schema'

type Category = z.output<typeof Schema>

/** From the root. */
export function categoryTrail(categories: Category[], id: number): Category[] | undefined {
  for (const category of categories) {
    if (category.id === id) return [category]
    const below = categoryTrail(category.children, id)
    if (below) return [category, ...below]
  }
  return undefined
}
