import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''
const isView = (code: string) => code.endsWith('.list')

/**
 * The `list` permissions of modules that a form chooses from, by the permission of the form: a user has groups, a theme
 * has products, a product has a shipping template, an order by staff has a customer and products.
 */
const chosenFrom: Readonly<Record<string, readonly string[]>> = {
  'cms.user.create': ['cms.group.list'],
  'cms.user.update': ['cms.group.list'],
  'cms.order.create': ['cms.customer.list', 'cms.product.list'],
  'cms.product.create': ['cms.freight_template.list'],
  'cms.product.update': ['cms.freight_template.list'],
  'cms.theme.create': ['cms.product.list'],
  'cms.theme.update': ['cms.product.list'],
}

/** Returns the permissions of the pages on which a permission is used. */
const pagesFor = (code: string) =>
  basePages
    .filter(({ elements }) => elements.some(([, , , used]) => used === code))
    .map(({ permission_code }) => permission_code)

/**
 * Returns, for each permission, the `list` permissions without which it is of no use: those of its own module, of the
 * pages with a button for the permission, and of the modules from which the form chooses. Permissions without such
 * needs are left out.
 */
export function needsOf(codes: readonly string[]): Record<string, string[]> {
  const viewOf = (code: string) => codes.filter((one) => isView(one) && moduleOf(one) === moduleOf(code))
  const needs = codes
    .filter((code) => !isView(code))
    .map((code): [string, string[]] => [
      code,
      [...new Set([...viewOf(code), ...pagesFor(code), ...(chosenFrom[code] ?? [])])],
    ])
  return Object.fromEntries(needs.filter(([, views]) => views.length > 0))
}
