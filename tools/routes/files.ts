import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { modules } from '@/lib/server/endpoints'
import * as job from '@/lib/server/jobs/endpoints'

const root = join(import.meta.dirname, '..', '..')

/** The maximum length of a line in generated files. The formatter uses the same length. */
const lineLength = 120

const methods = ['GET', 'POST', 'PUT', 'DELETE']

interface Mounted {
  endpoint: Endpoint
  /** The name of the exported endpoint value. */
  name: string
  /** The name under which `lib/server/endpoints.ts` imports the module of the endpoint. */
  module: string
}

/** Returns the paths of the modules that `lib/server/endpoints.ts` imports, by the name of the import. */
function importsOfEndpoints(): ReadonlyMap<string, string> {
  const source = readFileSync(join(root, 'lib/server/endpoints.ts'), 'utf8')
  const imports = source.matchAll(/^import \* as (\w+) from '(.+)'$/gm)
  return new Map(
    [...imports].map(([, name = '', path = '']) => [name, path.replace(/^\.\//, '@/lib/server/')] as const),
  )
}

/** Returns all endpoints in the order of their modules. Within a module, endpoints are sorted by path and method. */
function mountedEndpoints(): Mounted[] {
  return Object.entries<Readonly<Record<string, Endpoint>>>({ ...modules, job }).flatMap(([module, values]) =>
    Object.entries(values)
      .map(([name, endpoint]) => ({ endpoint, name, module }))
      .sort(
        (one, other) =>
          compare(one.endpoint.path, other.endpoint.path) ||
          methods.indexOf(one.endpoint.method) - methods.indexOf(other.endpoint.method),
      ),
  )
}

/** Compares two texts by code units, because the formatter sorts imports in this order. */
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/**
 * Returns `before`, the elements of `list` and `after` as code on one line. If the line would be too long, each element
 * is on a separate line.
 */
function broken(before: string, list: string[], after: string): string {
  const [open = '', close = ''] = [before.at(-1) === '{' ? ' ' : '', after.startsWith('}') ? ' ' : '']
  const line = `${before}${open}${list.join(', ')}${close}${after}`
  return line.length <= lineLength ? line : `${before}\n${list.map((one) => `  ${one},\n`).join('')}${after}`
}

function routeFile(mounted: Mounted[], imports: ReadonlyMap<string, string>): string {
  const names = new Map<string, string[]>([['@/lib/server/next/route', ['route']]])
  for (const { name, module } of mounted) {
    const path = imports.get(module) ?? ''
    names.set(path, [...(names.get(path) ?? []), name].sort(compare))
  }
  const lines = [...names].sort(([one], [other]) => compare(one, other))
  const values = [...mounted]
    .sort((one, other) => methods.indexOf(one.endpoint.method) - methods.indexOf(other.endpoint.method))
    .map(({ name }) => name)
  return `${lines.map(([path, list]) => broken('import {', list, `} from '${path}'`)).join('\n')}

${broken('export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(', values, ')')}
`
}

function operationsFile(mounted: Mounted[], imports: ReadonlyMap<string, string>): string {
  const used = [...imports].filter(([name]) => name in modules).sort(([, one], [, other]) => compare(one, other))
  const operations = mounted.filter(({ module }) => module in modules)
  return `// Written by \`npm run routes\`.
${used.map(([name, path]) => `import type * as ${name} from '${path}'`).join('\n')}

/**
 * The type of every operation, by method and path. A call names one operation, so that the compiler reads only the
 * declaration of this operation. With a type computed from \`modules\` in \`endpoints.ts\`, the compiler would read the
 * declarations of all operations for each call, with every handler, schema and query.
 */
export interface Operations {
${operations.map(({ endpoint, name, module }) => `  '${endpoint.method} ${endpoint.path}': typeof ${module}.${name}\n`).join('')}}
`
}

/** For each language, the name of the module that exports all messages, and the folder of the message files. */
const languages = { english: 'en', chinese: 'zh-CN' }

const messagesFolder = 'lib/kit/i18n'

/** Returns the names of the files in a folder with this extension, without the extension. */
const namesIn = (folder: string, extension: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort(compare)

const languageFile = (folder: string) => `// Written by \`npm run routes\`.
${namesIn(join(messagesFolder, folder), '.json')
  .map((name) => `export { default as ${name} } from './${folder}/${name}.json'\n`)
  .join('')}`

const tablesFile = () => `// Written by \`npm run routes\`.

/** All tables, for drizzle-kit and for imports as \`tables\`. */
${namesIn('db/schema', '.ts')
  .filter((name) => name !== 'columns')
  .map((name) => `export * from './schema/${name}'\n`)
  .join('')}`

/**
 * Returns the texts of the generated files, by their path in the project. From `lib/server/endpoints.ts`: the types of
 * all operations, and a `route.ts` for each path of the interfaces and the scheduler. From the files of a folder: the
 * module of each language, and the list of all tables.
 */
function generatedFiles(): ReadonlyMap<string, string> {
  const imports = importsOfEndpoints()
  const mounted = mountedEndpoints()
  const paths = new Set(mounted.map(({ endpoint }) => endpoint.path))
  return new Map([
    ['lib/server/operations.ts', operationsFile(mounted, imports)],
    ['db/tables.ts', tablesFile()],
    ...Object.entries(languages).map(
      ([name, folder]) => [`${messagesFolder}/${name}.ts`, languageFile(folder)] as const,
    ),
    ...[...paths].map(
      (path) =>
        [
          `app${path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`,
          routeFile(
            mounted.filter(({ endpoint }) => endpoint.path === path),
            imports,
          ),
        ] as const,
    ),
  ])
}

/**
 * Returns the differences between the files of the project and `generatedFiles`, by path: the text to write, or null
 * for a file to remove.
 */
export function staleFiles(): ReadonlyMap<string, string | null> {
  const files = generatedFiles()
  const changed = [...files].filter(([file, text]) => textOf(file) !== text)
  const extra = ['app/v1', 'app/cms', 'app/api/cron']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('/route.ts') && !files.has(file) && textOf(file).includes(' = route('))
  return new Map([...changed, ...extra.map((file) => [file, null] as const)])
}

const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
