import { commonVerbs, type PermissionNames } from '@/components/permission-names'
import type { Answer } from '@/lib/api/client'

type Catalogue = Answer<'GET /cms/auth'>
type Point = Catalogue[number]['points'][number]

/** A permission point as a row of the list, named in the language of the page. */
export type PointRow = Point & { id: number; module: string }

/** What everything has comes first. */
const rank = ({ code }: Point) => commonVerbs.indexOf(code.split('.')[2] ?? '') + 1 || Number.POSITIVE_INFINITY

export const pointsIn = (catalogue: Catalogue, names: PermissionNames): PointRow[] =>
  catalogue
    .flatMap(({ module, points }) =>
      points
        .toSorted((a, b) => rank(a) - rank(b) || 0)
        .map((point) => ({ ...point, module, name: names.point(point.code) })),
    )
    .map((point, index) => ({ ...point, id: index + 1 }))

/** Those that the page's address asks for. `q` is a piece of a name, a code, an address or a group. */
export function matching(points: readonly PointRow[], wanted: Record<string, string | string[] | undefined>) {
  const { q, module, state } = wanted
  const piece = typeof q === 'string' ? q.trim().toLowerCase() : ''
  return points.filter(({ name, code, operations, groups, obsolete, ...point }) => {
    if (typeof module === 'string' && point.module !== module) return false
    if ((state === 'obsolete' && !obsolete) || (state === 'unheld' && groups.length > 0)) return false
    const texts = [
      name,
      code,
      ...operations.map((one) => `${one.method} ${one.path}`),
      ...groups.map((one) => one.name),
    ]
    return texts.some((text) => text.toLowerCase().includes(piece))
  })
}
