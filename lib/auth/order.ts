import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''

/** Every module in the order of the sidebar: the dashboard, which is above all pages, then those of each page. */
const modules = new Map(
  [
    ...new Set([
      'dashboard',
      ...basePages.flatMap(({ permission_code, elements }) =>
        // What a page shows of another module does not place that module.
        [permission_code, ...elements.map(([, , , code]) => code).filter((code) => !code.endsWith('.list'))].map(
          moduleOf,
        ),
      ),
    ]),
  ].map((module, place) => [module, place]),
)

const placeOf = (code: string) => modules.get(moduleOf(code)) ?? modules.size

/** Codes of permissions with their modules in the order of the sidebar; within a module, they stay as they are. */
export const inMenuOrder = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort((a, b) => placeOf(a) - placeOf(b))
