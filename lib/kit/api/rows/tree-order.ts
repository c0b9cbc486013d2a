import { z } from 'zod'
import { id } from '../endpoint/fields'

const last = 1_000_000
const gap = 10

/** Sorts siblings; there may be gaps. */
export const sortOrder = z.int().min(-1_000_000).max(last)

/** Each node once. `noun`: a node in error messages. */
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

/** After all its siblings, but at most the highest allowed number. Equal positions are sorted by id. */
export function positionAfter(
  nodes: Iterable<{ parent_id: number | null; sort_order: number }>,
  parent_id: number | null,
): number {
  const taken = [...nodes].filter((node) => node.parent_id === parent_id).map(({ sort_order }) => sort_order)
  return Math.min(Math.max(0, ...taken) + gap, last)
}

/** null at the top level. */
export const MovedNode = z.object({ parent: z.string().nullable() })

export type TreeOrder = z.output<ReturnType<typeof treeOrder>>
