import { z } from 'zod'
import { id } from '../endpoint/fields'

/** The position of a node among its siblings; they need not be consecutive. */
export const sortOrder = z.int().min(-1_000_000).max(1_000_000)

/** The body that moves nodes of a tree; each may be listed once. */
export const treeOrder = (noun: string) =>
  z.strictObject({
    items: z
      .array(z.strictObject({ id, parent_id: id.nullable(), sort_order: sortOrder }))
      .min(1)
      .max(500)
      .superRefine((items, context) => {
        const seen = new Set<number>()
        for (const [at, item] of items.entries()) {
          if (seen.has(item.id)) {
            const message = `Each ${noun} may be listed only once.`
            context.addIssue({ code: 'custom', path: [at, 'id'], message, params: { code: 'duplicate' } })
          }
          seen.add(item.id)
        }
      }),
  })

/** Fields of a moved node in the audit log: the name of its parent; null at the top level. */
export const MovedNode = z.object({ parent: z.string().nullable() })

export type TreeOrder = z.output<ReturnType<typeof treeOrder>>
