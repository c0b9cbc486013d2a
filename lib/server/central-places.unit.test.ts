import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { basePages, pathOf } from '@/db/base/menus'
import { adminOperations, permissionCodes } from '@/lib/auth/permission-codes'
import { listPath, recordPath } from './admin/record-path'
import { endpoints, jobs } from './endpoints'

/*
 * Tests that new modules are listed in the central files (CONTRIBUTING, "Adding a resource"). A failure names the
 * missing entry and the file.
 */

const root = join(import.meta.dirname, '..', '..')
const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const pagesFolder = 'app/admin/(pages)'
/** Pages without a menu entry. The account menu, which all staff see, links to each of these pages. */
const withoutMenu = ['profile']
const pageFolders = foldersIn(pagesFolder).filter(
  (name) => /^\w+$/.test(name) && existsSync(join(root, pagesFolder, name, 'page.tsx')) && !withoutMenu.includes(name),
)

test('every endpoint value is in the array', async () => {
  const listed = new Set<unknown>([...endpoints, ...jobs])
  const modules = import.meta.glob<Record<string, unknown>>('../**/{endpoints,cms}.ts')
  const missing = Object.entries(modules).map(async ([file, load]) =>
    Object.entries(await load())
      .filter(([, value]) => isEndpoint(value) && !listed.has(value))
      .map(([name]) => `${name} of lib/${file.slice(3)} is not in lib/server/endpoints.ts`),
  )
  expect((await Promise.all(missing)).flat()).toEqual([])
})

/**
 * Whether a value is an endpoint of the interfaces or of the scheduler. false for endpoints of the simulated platform
 * and of the admin's sign-in, which are mounted separately.
 */
const isEndpoint = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  'path' in value &&
  /^\/(v1|cms|api\/cron)(\/|$)/.test(String(value.path))

test('every page of the admin has a menu, and every built-in menu has a page', () => {
  const menus = basePages.map(({ name }) => name)
  expect([
    ...pageFolders
      .filter((name) => !menus.includes(name))
      .map((name) => `${pagesFolder}/${name} has no menu in db/base/menus.ts`),
    ...menus
      .filter((name) => !pageFolders.includes(name))
      .map((name) => `the menu ${name} of db/base/menus.ts has no page ${pagesFolder}/${name}/page.tsx`),
  ]).toEqual([])
})

test('the permission of every built-in page and element is one of an endpoint', () => {
  const known = new Set<string>(permissionCodes(adminOperations(endpoints)).map(({ code }) => code))
  const required = basePages.flatMap(({ name, permission_code, elements }) => [
    { by: `the menu ${name}`, code: permission_code },
    ...elements.map(([element, , , code]) => ({ by: `the element ${element}`, code })),
  ])
  const unknown = required.filter(({ code }) => !known.has(code))
  expect(unknown.map(({ by, code }) => `${by} of db/base/menus.ts requires ${code}, which no endpoint has`)).toEqual([])
})

test('the audit log and the command palette link to the page of a record', () => {
  const wrong = basePages.flatMap((page) => {
    const resources = new Set([page.name, ...page.elements.map(([code]) => code.slice(0, code.lastIndexOf('.')))])
    const hasOwn = existsSync(join(root, pagesFolder, page.name, '[id]', 'page.tsx'))
    return [...resources].flatMap((resource) => [
      ...(listPath(resource) === pathOf(page)
        ? []
        : [`${resource} is shown at ${pathOf(page)}, which lib/server/admin/record-path.ts does not know`]),
      ...(resource === page.name && recordPath(resource, 1).includes('?') === hasOwn
        ? [
            `${resource} ${hasOwn ? 'has' : 'has no'} page for each record, and lib/server/admin/record-path.ts says otherwise`,
          ]
        : []),
    ])
  })
  expect(wrong).toEqual([])
})
