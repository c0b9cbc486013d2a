import { basePages } from '@/db/base/menus'

const moduleOf = (code: string) => code.split('.')[1] ?? ''

/** The dashboard is above all pages. */
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

/** Without duplicates. Codes of the same module keep the given sequence. */
export const inMenuOrder = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort((a, b) => placeOf(a) - placeOf(b))
