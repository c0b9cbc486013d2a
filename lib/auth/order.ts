import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''

/** Every module in the order of the sidebar: the dashboard, which is above all pages, then the modules of each page. */
const modules = new Map(
  [
    ...new Set([
      'dashboard',
      ...basePages.flatMap(({ permission_code, elements }) =>
        // A page does not determine the position of other modules that it shows.
        [permission_code, ...elements.map(([, , , code]) => code).filter((code) => !code.endsWith('.list'))].map(
          moduleOf,
        ),
      ),
    ]),
  ].map((module, place) => [module, place]),
)

const placeOf = (code: string) => modules.get(moduleOf(code)) ?? modules.size

/**
 * Returns permission codes without duplicates, sorted by module as in the sidebar. Codes of the same module keep the
 * given sequence.
 */
export const inMenuOrder = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort((a, b) => placeOf(a) - placeOf(b))
