import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''
const isView = (code: string) => code.endsWith('.list')

/** What a form cannot do without: the groups of staff, the products of a theme. */
const chosenFrom: Readonly<Record<string, readonly string[]>> = {
  'cms.user.create': ['cms.group.list'],
  'cms.user.update': ['cms.group.list'],
  'cms.theme.create': ['cms.product.list'],
  'cms.theme.update': ['cms.product.list'],
}

/** The permissions that open the pages on which this one is used. */
const pagesFor = (code: string) =>
  basePages
    .filter(({ elements }) => elements.some(([, , , used]) => used === code))
    .map(({ permission_code }) => permission_code)

/**
 * For every permission the views without which it is of no use: of its module, of the page that it is used on, and of what
 * its form chooses from. Those that need none are left out.
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
