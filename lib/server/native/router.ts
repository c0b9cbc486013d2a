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
 * Returns a function that finds the handler for a method and path; undefined: Next handles the request. As in Next, the
 * folder of a route file determines its path, paths are compared as the client sends them, and only the values of
 * parameters are decoded. Paths that cannot be decoded or have empty segments are handled before, in
 * lib/server/native/incoming.ts.
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

/**
 * Converts the path of a route file to a pattern: `[id]` to `:id`, `[...key]` to one or more segments, `[[...rest]]` to
 * any number of segments.
 */
const patternOf = (file: string) =>
  file
    .replace(/^\/app|\/route\.ts$/g, '')
    .replace(/\/\[\[\.{3}\w+\]\]$/, '/*')
    .replace(/\[\.{3}(\w+)\]$/, ':$1{.+}')
    .replaceAll(/\[(\w+)\]/g, ':$1')

/**
 * Returns a key for sorting route files: literal segments come before parameters, and parameters before `[...key]`. The
 * router uses the first file that matches.
 */
const rank = (file: string) => file.replaceAll(/\[?\[\.{3}\w+\]\]?/g, '~~').replaceAll(/\[\w+\]/g, '~')
