import { flattenTree } from '@/lib/kit/api/rows/tree'
import type { Answer } from '@/lib/server/client'

/* The grants of a group: permissions, menus and elements. */

export type Menu = Answer<'GET /cms/menu'>[number]
export type Element = Answer<'GET /cms/element'>[number]
export type Grants = Pick<Answer<'GET /cms/group/{id}'>, 'permission_codes' | 'menu_ids' | 'element_ids'>
export type Visibility = Omit<Grants, 'permission_codes'>

/** `menus` and `elements` are undefined for users who may not read them. */
export interface GrantOptions {
  /** Declared, in the order of the sidebar's modules. */
  codes: string[]
  /** View permissions that the permission needs to have an effect. */
  needs: Readonly<Record<string, readonly string[]>>
  /** The user's own. */
  grantable: 'all' | string[]
  menus: Menu[] | undefined
  elements: Element[] | undefined
}

/** Users can grant only their own permissions. null: none is needed. */
export const canGrant = ({ grantable }: GrantOptions, code: string | null) =>
  code === null || grantable === 'all' || grantable.includes(code)

/** Equal sets become equal values. */
const sortedIds = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** Without duplicates. Codes that are no longer declared come last. */
function sortedCodes({ codes }: Pick<GrantOptions, 'codes'>, some: Iterable<string>): string[] {
  const places = new Map(codes.map((code, place) => [code, place]))
  const placeOf = (code: string) => places.get(code) ?? codes.length
  return [...new Set(some)].sort().sort((a, b) => placeOf(a) - placeOf(b))
}

/** Sorted, without duplicates. Empty if the value is no list. */
export const codesIn = (options: GrantOptions, value: unknown) =>
  sortedCodes(options, Array.isArray(value) ? value.map(String) : [])
export const idsIn = (value: unknown) => sortedIds(Array.isArray(value) ? value.map(Number) : [])

export const storedGrants = (options: GrantOptions, { permission_codes, menu_ids, element_ids }: Grants): Grants => ({
  permission_codes: sortedCodes(options, permission_codes),
  menu_ids: sortedIds(menu_ids),
  element_ids: sortedIds(element_ids),
})

/** Menus and elements with one of the permissions, as far as the user may read them. */
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

/** Although the group gets the permissions. `before`: its former permissions. */
export function hiddenOf({ menus, elements }: GrantOptions, before: readonly string[], grants: Grants) {
  const isNew = ({ permission_code: code }: { permission_code: string | null }) =>
    code !== null && grants.permission_codes.includes(code) && !before.includes(code)
  return {
    menus: flattenTree(menus ?? []).filter((menu) => isNew(menu) && !grants.menu_ids.includes(menu.id)),
    elements: (elements ?? []).filter((element) => isNew(element) && !grants.element_ids.includes(element.id)),
  }
}

/** Whether the ids are exactly these; undefined ids are not compared. */
const hasVisibility = (grants: Grants, { menu_ids, element_ids }: Partial<Visibility>) =>
  [
    [grants.menu_ids, menu_ids],
    [grants.element_ids, element_ids],
  ].every(([actual, expected]) => expected === undefined || String(actual) === String(expected))

/** Whether exactly the menus and elements with a permission are shown, as far as the user may read them. */
export const isFollowing = (options: GrantOptions, grants: Grants) =>
  hasVisibility(storedGrants(options, grants), impliedVisibility(options, grants.permission_codes))

export interface Permission {
  code: string
  module: string
  verb: string
  /** Still granted, but no longer declared. */
  isObsolete: boolean
}

/** With granted codes that are no longer declared. */
export function permissionsOf({ codes }: GrantOptions, granted: readonly string[]): Permission[] {
  return [...codes, ...granted.filter((code) => !codes.includes(code))].map((code) => {
    const [, module = '', verb = ''] = code.split('.')
    return { code, module, verb, isObsolete: !codes.includes(code) }
  })
}

/** Adds needed view permissions that the user may grant. */
function withNeeds(options: GrantOptions, codes: readonly string[]): readonly string[] {
  const needed = codes.flatMap((code) => options.needs[code] ?? []).filter((code) => canGrant(options, code))
  return [...new Set([...codes, ...needed])]
}

/** Missing view permissions, each with the codes that have no effect without it. */
export function lackingViews({ needs }: GrantOptions, codes: readonly string[]): ReadonlyMap<string, string[]> {
  const lacking = new Map<string, string[]>()
  for (const code of codes)
    for (const view of needs[code] ?? [])
      if (!codes.includes(view)) lacking.set(view, [...(lacking.get(view) ?? []), code])
  return lacking
}

export const grantableIn = (options: GrantOptions, permissions: readonly Permission[]) =>
  permissions.filter(({ code }) => canGrant(options, code))

/** The granted codes after permissions are granted with their needed views, or revoked without them. */
export function switched(
  options: GrantOptions,
  granted: readonly string[],
  permissions: readonly Permission[],
  isGranted: boolean,
): string[] {
  const chosen = permissions.map(({ code }) => code)
  const codes = isGranted ? withNeeds(options, chosen) : chosen
  return codesIn(options, [...granted.filter((code) => !codes.includes(code)), ...(isGranted ? codes : [])])
}

/** The state of a checkbox for the permissions that the user may grant, or for all if the user may grant none. */
export function stateIn(options: GrantOptions, granted: readonly string[], permissions: readonly Permission[]) {
  const grantable = grantableIn(options, permissions)
  return checkboxState(
    (grantable.length > 0 ? grantable : permissions).map(({ code }) => code),
    granted,
  )
}

/** Indeterminate if some are granted. */
export function checkboxState<T>(all: readonly T[], granted: readonly T[]) {
  const count = all.filter((one) => granted.includes(one)).length
  return { checked: all.length > 0 && count === all.length, indeterminate: count > 0 && count < all.length }
}
