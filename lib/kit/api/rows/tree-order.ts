import { z } from 'zod'
import { id } from '../endpoint/fields'

const last = 1_000_000
const gap = 10

/**
 * The position of a node among its siblings. Siblings are sorted by this number; there may be gaps between the numbers.
 */
export const sortOrder = z.int().min(-1_000_000).max(last)

/**
 * Returns the schema of the body that moves nodes of a tree. Each node may be listed once. `noun`: the name of a node
 * in error messages.
 */
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

/**
 * Returns the position of a new node below `parent_id`: after all its siblings in `nodes`, but at most the highest
 * allowed number. Siblings with equal positions are sorted by id.
 */
export function positionAfter(
  nodes: Iterable<{ parent_id: number | null; sort_order: number }>,
  parent_id: number | null,
): number {
  const taken = [...nodes].filter((node) => node.parent_id === parent_id).map(({ sort_order }) => sort_order)
  return Math.min(Math.max(0, ...taken) + gap, last)
}

/** Fields of a moved node in the audit log: the name of its parent; null at the top level. */
export const MovedNode = z.object({ parent: z.string().nullable() })

export type TreeOrder = z.output<ReturnType<typeof treeOrder>>
