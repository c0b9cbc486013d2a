import type { Answer } from '@/lib/api/client'
import { flattenTree } from '@/lib/api/tree'

/* The grants of a group, and how they depend on one another. */

export type Menu = Answer<'GET /cms/menu'>[number]
export type Element = Answer<'GET /cms/element'>[number]
export type Grants = Pick<Answer<'GET /cms/group/{id}'>, 'permission_codes' | 'menu_ids' | 'element_ids'>
export type Visibility = Omit<Grants, 'permission_codes'>

/** What can be granted. Menus and elements are undefined for a user who may not read them. */
export interface GrantOptions {
  /** All declared permission codes, in the order of declaration. */
  codes: string[]
  /** The codes that the user has and may therefore grant. */
  grantable: 'all' | string[]
  menus: Menu[] | undefined
  elements: Element[] | undefined
}

/** Whether the user may grant this code: users can only grant permissions that they have. Null needs no permission. */
export const canGrant = ({ grantable }: GrantOptions, code: string | null) =>
  code === null || grantable === 'all' || grantable.includes(code)

/** Sorted and without duplicates, so that equal sets are equal values. */
const sortedIds = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)
const sortedCodes = (codes: Iterable<string>): string[] => [...new Set(codes)].sort()

/** Converts the value of a form field. */
export const codesIn = (value: unknown) => sortedCodes(Array.isArray(value) ? value.map(String) : [])
export const idsIn = (value: unknown) => sortedIds(Array.isArray(value) ? value.map(Number) : [])

export const storedGrants = ({ permission_codes, menu_ids, element_ids }: Grants): Grants => ({
  permission_codes: sortedCodes(permission_codes),
  menu_ids: sortedIds(menu_ids),
  element_ids: sortedIds(element_ids),
})

/** The menus and elements whose permissions are granted, as far as the user may read them. */
export function impliedVisibility({ menus, elements }: GrantOptions, codes: readonly string[]): Partial<Visibility> {
  const matchingIds = (all: readonly { id: number; permission_code: string | null }[]) =>
    sortedIds(
      all.flatMap(({ id, permission_code }) => (permission_code !== null && codes.includes(permission_code) ? id : [])),
    )
  return {
    ...(menus && { menu_ids: matchingIds(flattenTree(menus)) }),
    ...(elements && { element_ids: matchingIds(elements) }),
  }
}

/** Whether the group shows exactly these menus and elements. */
export const hasVisibility = (grants: Grants, { menu_ids, element_ids }: Partial<Visibility>) =>
  [
    [grants.menu_ids, menu_ids],
    [grants.element_ids, element_ids],
  ].every(([actual, expected]) => expected === undefined || String(actual) === String(expected))

/** A permission code in its parts. */
export interface Permission {
  code: string
  module: string
  verb: string
  /** No longer declared, but still granted to the group. */
  isObsolete: boolean
}

/** All declared permissions, and the obsolete ones that the group still has. */
export function permissionsOf({ codes }: GrantOptions, granted: readonly string[]): Permission[] {
  return [...codes, ...granted.filter((code) => !codes.includes(code))].map((code) => {
    const [, module = '', verb = ''] = code.split('.')
    return { code, module, verb, isObsolete: !codes.includes(code) }
  })
}

/** These permissions, and those to view their modules, without which they cannot be used; only what the user may grant. */
export function withViews(
  options: GrantOptions,
  all: readonly Permission[],
  some: readonly Permission[],
): readonly Permission[] {
  const modules = new Set(some.map(({ module }) => module))
  return [
    ...some,
    ...all.filter(({ code, module, verb }) => verb === 'list' && modules.has(module) && canGrant(options, code)),
  ]
}

/** The state of a checkbox for several values: checked if all are granted, indeterminate if some are. */
export function checkboxState<T>(all: readonly T[], granted: readonly T[]) {
  const count = all.filter((one) => granted.includes(one)).length
  return { checked: all.length > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
}
