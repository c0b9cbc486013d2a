import { commonVerbs, type PermissionNames } from '@/lib/auth/names'
import { foldedForm } from '@/lib/kit/plain-form'
import type { Answer } from '@/lib/server/client'

type Catalogue = Answer<'GET /cms/auth'>
type Permission = Catalogue[number]['points'][number]

/** With its name in the current language. */
export type PermissionRow = Permission & { id: number; module: string }

/** Common verbs come first, in their usual order; others have the rank infinity. */
const rank = ({ code }: Permission) => commonVerbs.indexOf(code.split('.')[2] ?? '') + 1 || Number.POSITIVE_INFINITY

export const permissionRows = (catalogue: Catalogue, names: PermissionNames): PermissionRow[] =>
  catalogue
    .flatMap(({ module, points }) =>
      points
        .toSorted((a, b) => rank(a) - rank(b) || 0)
        .map((permission) => ({ ...permission, module, name: names.permission(permission.code) })),
    )
    .map((permission, index) => ({ ...permission, id: index + 1 }))

/** `q`: a part of a name, a code, a path or the name of a group. */
export function filterPermissions(
  points: readonly PermissionRow[],
  filters: Record<string, string | string[] | undefined>,
) {
  const { q, module, state } = filters
  const query = typeof q === 'string' ? foldedForm(q.trim()) : ''
  return points.filter(({ name, code, operations, groups, obsolete, ...permission }) => {
    if (typeof module === 'string' && permission.module !== module) return false
    if ((state === 'obsolete' && !obsolete) || (state === 'unheld' && groups.length > 0)) return false
    const texts = [
      name,
      code,
      ...operations.map((one) => `${one.method} ${one.path}`),
      ...groups.map((one) => one.name),
    ]
    return texts.some((text) => foldedForm(text).includes(query))
  })
}
