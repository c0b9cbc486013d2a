import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''
const isView = (code: string) => code.endsWith('.list')

/** Records of other modules that a form offers, such as groups for a user. By the permission of the form. */
const chosenFrom: Readonly<Record<string, readonly string[]>> = {
  'cms.user.create': ['cms.group.list'],
  'cms.user.update': ['cms.group.list'],
  'cms.order.create': ['cms.customer.list', 'cms.product.list'],
  'cms.product.create': ['cms.freight_template.list'],
  'cms.product.update': ['cms.freight_template.list'],
  'cms.theme.create': ['cms.product.list'],
  'cms.theme.update': ['cms.product.list'],
}

/** Pages with a button for the permission. */
const pagesFor = (code: string) =>
  basePages
    .filter(({ elements }) => elements.some(([, , , used]) => used === code))
    .map(({ permission_code }) => permission_code)

/**
 * The `list` permissions that staff also need for each permission: of its module, of the pages with a button for it,
 * and of the modules whose records its form offers. Without entries for `list` permissions.
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
