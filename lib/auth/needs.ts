import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''
const isView = (code: string) => code.endsWith('.list')

/**
 * The additional `list` permissions that the user of a form needs, by the permission of the form. The form offers
 * records of these modules: groups for a user, products for a theme, a shipping template for a product, a customer and
 * products for an order by staff.
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
 * Returns, for each permission, the `list` permissions that staff also need to make use of this permission:
 *
 * - the `list` permission of its module
 * - the permissions of the pages with a button for this permission
 * - the `list` permissions of the modules whose records its form offers
 *
 * Leaves out `list` permissions, and permissions without such needs.
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
