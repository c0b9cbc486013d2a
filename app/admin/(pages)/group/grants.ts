import { flattenTree } from '@/lib/kit/api/rows/tree'
import type { Answer } from '@/lib/server/client'

/* The grants of a group (permissions, menus and elements) and their dependencies. */

export type Menu = Answer<'GET /cms/menu'>[number]
export type Element = Answer<'GET /cms/element'>[number]
export type Grants = Pick<Answer<'GET /cms/group/{id}'>, 'permission_codes' | 'menu_ids' | 'element_ids'>
export type Visibility = Omit<Grants, 'permission_codes'>

/** The grants to choose from. `menus` and `elements` are undefined for users who may not read them. */
export interface GrantOptions {
  /** All declared permission codes, with their modules in the order of the sidebar. */
  codes: string[]
  /** The view permissions that another permission needs to have an effect, by the code of that other permission. */
  needs: Readonly<Record<string, readonly string[]>>
  /** The codes that the user has and may therefore grant. */
  grantable: 'all' | string[]
  menus: Menu[] | undefined
  elements: Element[] | undefined
}

/**
 * Whether the user may grant the permission `code`. Users can grant only permissions that they have themselves. null:
 * no permission is needed.
 */
export const canGrant = ({ grantable }: GrantOptions, code: string | null) =>
  code === null || grantable === 'all' || grantable.includes(code)

/** Sorts ids and removes duplicates, so that equal sets are equal values. */
const sortedIds = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** Sorts codes in the order of the options, without duplicates. Codes that are no longer declared come last. */
function sortedCodes({ codes }: Pick<GrantOptions, 'codes'>, some: Iterable<string>): string[] {
  const places = new Map(codes.map((code, place) => [code, place]))
  const placeOf = (code: string) => places.get(code) ?? codes.length
  return [...new Set(some)].sort().sort((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Reads permission codes or ids from the value of a form field, sorted and without duplicates. Empty if the value is no
 * list.
 */
export const codesIn = (options: GrantOptions, value: unknown) =>
  sortedCodes(options, Array.isArray(value) ? value.map(String) : [])
export const idsIn = (value: unknown) => sortedIds(Array.isArray(value) ? value.map(Number) : [])

export const storedGrants = (options: GrantOptions, { permission_codes, menu_ids, element_ids }: Grants): Grants => ({
  permission_codes: sortedCodes(options, permission_codes),
  menu_ids: sortedIds(menu_ids),
  element_ids: sortedIds(element_ids),
})

/**
 * The ids of the menus and elements whose permissions are among `codes`. Menus or elements that the user may not read
 * are missing.
 */
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

/**
 * Returns the pages and elements that stay hidden although the group gets the permissions for them. `before`: the
 * former permissions of the group.
 */
export function hiddenOf({ menus, elements }: GrantOptions, before: readonly string[], grants: Grants) {
  const isNew = ({ permission_code: code }: { permission_code: string | null }) =>
    code !== null && grants.permission_codes.includes(code) && !before.includes(code)
  return {
    menus: flattenTree(menus ?? []).filter((menu) => isNew(menu) && !grants.menu_ids.includes(menu.id)),
    elements: (elements ?? []).filter((element) => isNew(element) && !grants.element_ids.includes(element.id)),
  }
}

/**
 * Whether a group shows exactly these menus and elements. If `menu_ids` or `element_ids` is undefined, the group's
 * menus or elements are not compared.
 */
const hasVisibility = (grants: Grants, { menu_ids, element_ids }: Partial<Visibility>) =>
  [
    [grants.menu_ids, menu_ids],
    [grants.element_ids, element_ids],
  ].every(([actual, expected]) => expected === undefined || String(actual) === String(expected))

/**
 * Whether a group shows exactly the menus and elements for which it has the permissions. Ignores menus and elements
 * that the user may not read.
 */
export const isFollowing = (options: GrantOptions, grants: Grants) =>
  hasVisibility(storedGrants(options, grants), impliedVisibility(options, grants.permission_codes))

/** A permission, with the parts of its code. */
export interface Permission {
  code: string
  module: string
  verb: string
  /** Whether the code is no longer declared. Such a permission is still granted to the group. */
  isObsolete: boolean
}

/** All declared permissions. Appends granted codes that are no longer declared. */
export function permissionsOf({ codes }: GrantOptions, granted: readonly string[]): Permission[] {
  return [...codes, ...granted.filter((code) => !codes.includes(code))].map((code) => {
    const [, module = '', verb = ''] = code.split('.')
    return { code, module, verb, isObsolete: !codes.includes(code) }
  })
}

/**
 * Returns `codes` together with the view permissions that `codes` need. Leaves out view permissions that the user may
 * not grant.
 */
export function withNeeds(options: GrantOptions, codes: readonly string[]): readonly string[] {
  const needed = codes.flatMap((code) => options.needs[code] ?? []).filter((code) => canGrant(options, code))
  return [...new Set([...codes, ...needed])]
}

/**
 * Returns the view permissions that are missing in `codes`. Each view permission has the codes that have no effect
 * without this view permission.
 */
export function lackingViews({ needs }: GrantOptions, codes: readonly string[]): ReadonlyMap<string, string[]> {
  const lacking = new Map<string, string[]>()
  for (const code of codes)
    for (const view of needs[code] ?? [])
      if (!codes.includes(view)) lacking.set(view, [...(lacking.get(view) ?? []), code])
  return lacking
}

/** The state of a checkbox for several values: checked if all are granted, indeterminate if some are. */
export function checkboxState<T>(all: readonly T[], granted: readonly T[]) {
  const count = all.filter((one) => granted.includes(one)).length
  return { checked: all.length > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
}
