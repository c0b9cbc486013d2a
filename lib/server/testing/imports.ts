import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** By the path of the importing file. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name)

/** Including `import()`, without type imports, which the compiler erases. */
export function importGraph(folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => join(folder, name)),
  )
  return new Map(
    files.map((file) => [file, importedBy(readFileSync(file, 'utf8')).flatMap((name) => resolve(file, name))]),
  )
}

/** Leaves out imports of types. */
export function importedBy(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const statements = [...code.matchAll(/^(?:import|export)\s+(type\s+)?([^'"]*?)\s*from\s+['"]([^'"]+)['"]/gm)]
  const named = statements.flatMap(([, type, clause = '', name = '']) => (type || isTypes(clause) ? [] : [name]))
  const effects = [...code.matchAll(/^import\s+['"]([^'"]+)['"]/gm)].map(([, name = '']) => name)
  const dynamic = [...code.matchAll(/(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map(([, name = '']) => name)
  return [...new Set([...named, ...effects, ...dynamic])]
}

/** Such as `{ type A, type B }`. */
function isTypes(clause: string): boolean {
  const names = /^\{([\s\S]*)\}$/
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name))
}

function resolve(file: string, name: string): string[] {
  const base = name.startsWith('@/') ? name.slice(2) : name.startsWith('.') ? join(dirname(file), name) : undefined
  if (base === undefined) return []
  return ['.ts', '.tsx', '/index.ts']
    .map((ending) => base + ending)
    .filter(existsSync)
    .slice(0, 1)
}

/** Tarjan's strongly connected components of two or more files. */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const low = (file: string) => lowest.get(file) ?? 0
  function visit(file: string) {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(file, Math.min(low(file), low(next)))
    }
    if (low(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}
