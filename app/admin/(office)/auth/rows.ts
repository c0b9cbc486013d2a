import type { PermissionNames } from '@/components/permission-names'
import type { Answer } from '@/lib/api/client'

type Catalogue = Answer<'GET /cms/auth'>

/** A permission point as a row of the list. */
export interface PointRow extends Omit<Catalogue[number]['points'][number], 'name'> {
  id: number
  module: string
  /** In the language of the page. */
  name: string
}

/** All points in the order of the catalogue. */
export const pointsIn = (catalogue: Catalogue, names: PermissionNames): PointRow[] =>
  catalogue
    .flatMap(({ module, points }) => points.map((point) => ({ ...point, module, name: names.point(point.code) })))
    .map((point, index) => ({ ...point, id: index + 1 }))

type Wanted = Record<string, string | string[] | undefined>

/** Those that the page's address asks for. `q` is a piece of a name, a code, an address or a group. */
export function matching(points: readonly PointRow[], { q, module, state }: Wanted): PointRow[] {
  const piece = typeof q === 'string' ? q.trim().toLowerCase() : ''
  return points.filter((point) => {
    if (typeof module === 'string' && point.module !== module) return false
    if (state === 'obsolete' && !point.obsolete) return false
    if (state === 'unheld' && point.groups.length > 0) return false
    const { name, code, operations, groups } = point
    const texts = [
      name,
      code,
      ...operations.map(({ method, path }) => `${method} ${path}`),
      ...groups.map((g) => g.name),
    ]
    return texts.some((text) => text.toLowerCase().includes(piece))
  })
}
