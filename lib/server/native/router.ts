import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Handler } from '@/lib/kit/api/run/handler'
import type { RouteFiles } from './tree'

interface Found {
  handler: Handler
  params: Record<string, string>
}

/**
 * Returns the function that finds the handler of a method and path; undefined: Next handles the request. The place of a
 * route file is its path, as in Next. A path is compared as it was sent, and only the values of its parameters are
 * decoded, as in Next. Paths that cannot be decoded or have empty segments were answered before
 * (lib/server/native/incoming.ts).
 */
export function router(files: RouteFiles) {
  const router = new SmartRouter<Handler>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [file, { GET }] of Object.entries(files).sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)))
    router.add('ALL', patternOf(file), GET.handler)
  return (method: string, path: string): Found | undefined => {
    const [[first], stash] = router.match(method, path)
    if (!first) return undefined
    const [handler, names] = first
    const params: Record<string, string> = {}
    for (const [name, at] of Object.entries(names))
      params[name] = decoded((typeof at === 'string' ? at : stash?.[at]) ?? '')
    return { handler, params }
  }
}

const decoded = (value: string) => (value.includes('%') ? decodeURIComponent(value) : value)

/** The path of a route file as a pattern: `[id]` → `:id`, `[...key]` → one segment or more, `[[...rest]]` → any number. */
const patternOf = (file: string) =>
  file
    .replace(/^\/app|\/route\.ts$/g, '')
    .replace(/\/\[\[\.{3}\w+\]\]$/, '/*')
    .replace(/\[\.{3}(\w+)\]$/, ':$1{.+}')
    .replaceAll(/\[(\w+)\]/g, ':$1')

/** Sorts literal segments before parameters, and these before `[...key]`: of two matching paths, the first is used. */
const rank = (file: string) => file.replaceAll(/\[?\[\.{3}\w+\]\]?/g, '~~').replaceAll(/\[\w+\]/g, '~')
