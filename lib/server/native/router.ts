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
 * undefined: for Next. As in Next, folders determine paths, which are compared as sent; only values of parameters are
 * decoded. Malformed paths are handled before, in lib/server/native/incoming.ts.
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

/** `[id]` to `:id`, `[...key]` to one or more segments, `[[...rest]]` to any number. */
const patternOf = (file: string) =>
  file
    .replace(/^\/app|\/route\.ts$/g, '')
    .replace(/\/\[\[\.{3}\w+\]\]$/, '/*')
    .replace(/\[\.{3}(\w+)\]$/, ':$1{.+}')
    .replaceAll(/\[(\w+)\]/g, ':$1')

/** Literal segments before parameters before `[...key]`: the router uses the first match. */
const rank = (file: string) => file.replaceAll(/\[?\[\.{3}\w+\]\]?/g, '~~').replaceAll(/\[\w+\]/g, '~')
