import { flattenTree } from '@/components/tree/tree-moves'
import type { Answer } from '@/lib/api/client'

/* What a group may be given, and what follows from what. */

export type Menu = Answer<'GET /cms/menu'>[number]
export type Element = Answer<'GET /cms/element'>[number]
export type Grants = Pick<Answer<'GET /cms/group/{id}'>, 'permission_codes' | 'menu_ids' | 'element_ids'>
export type Shown = Omit<Grants, 'permission_codes'>

/** What there is to give. Menus and elements are undefined for whoever may not read them. */
export interface Offer {
  /** Permission points that the code knows, in its order. */
  codes: string[]
  /** Those that the editor holds himself. */
  held: 'all' | string[]
  menus: Menu[] | undefined
  elements: Element[] | undefined
}

/** Whether the editor may hand this on: nobody gives what he does not hold. Without a point anybody may. */
export const mayGive = ({ held }: Offer, code: string | null) => code === null || held === 'all' || held.includes(code)

/** Sets are kept in order, so that the same set is the same value. */
const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)
const alphabetical = (codes: Iterable<string>): string[] => [...new Set(codes)].sort()

/** The values of a form's field as what they are. */
export const codesIn = (value: unknown) => alphabetical(Array.isArray(value) ? value.map(String) : [])
export const idsIn = (value: unknown) => inOrder(Array.isArray(value) ? value.map(Number) : [])

export const storedGrants = ({ permission_codes, menu_ids, element_ids }: Grants): Grants => ({
  permission_codes: alphabetical(permission_codes),
  menu_ids: inOrder(menu_ids),
  element_ids: inOrder(element_ids),
})

/** Menus and elements are shown along with the permissions that they are for; of each what the editor may read. */
export function following({ menus, elements }: Offer, codes: readonly string[]): Partial<Shown> {
  const guarded = (all: readonly { id: number; permission_code: string | null }[]) =>
    inOrder(
      all.flatMap(({ id, permission_code }) => (permission_code !== null && codes.includes(permission_code) ? id : [])),
    )
  return {
    ...(menus && { menu_ids: guarded(flattenTree(menus)) }),
    ...(elements && { element_ids: guarded(elements) }),
  }
}

/** Whether the group shows just this. */
export const isSame = (grants: Grants, { menu_ids, element_ids }: Partial<Shown>) =>
  [
    [grants.menu_ids, menu_ids],
    [grants.element_ids, element_ids],
  ].every(([is, would]) => would === undefined || String(is) === String(would))

/** A permission point, taken apart. */
export interface Point {
  code: string
  module: string
  verb: string
  /** The code knows it no more, a group still has it. */
  isObsolete: boolean
}

/** Every point that there is to give, and those that the group has though the code knows them no more. */
export function pointsOf({ codes }: Offer, given: readonly string[]): Point[] {
  return [...codes, ...given.filter((code) => !codes.includes(code))].map((code) => {
    const [, module = '', verb = ''] = code.split('.')
    return { code, module, verb, isObsolete: !codes.includes(code) }
  })
}

/** How a box stands that is for several: checked for all of them, undecided for some. */
export function stateOf<T>(all: readonly T[], given: readonly T[]) {
  const count = all.filter((one) => given.includes(one)).length
  return { checked: all.length > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
}
