import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { serveFile } from '@/lib/file/serve'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { interfaceOf } from '@/lib/kit/api/endpoint/interface'
import { type Handler, handlerOf, notFoundHandler, readHandler } from '@/lib/kit/api/run/handler'
import { serveMetrics } from '@/lib/kit/metrics/serve'
import { filesPrefix } from '@/lib/kit/own-origins'
import { health, ready } from '@/lib/server/ready'

interface Found {
  handler: Handler
  params: Record<string, string>
}

/** Paths for operators, which bypass the pipeline. */
const own = { '/api/health': health, '/api/ready': ready, '/api/metrics': serveMetrics }

/**
 * Returns the function that finds the handler of a method and path; undefined: Next handles the request. A path is
 * compared as it was sent, and only the values of its parameters are decoded, as in Next. Paths that cannot be decoded
 * or have empty segments were answered before (lib/server/native/incoming.ts).
 */
export function router(interfaces: readonly Endpoint[], others: readonly Endpoint[]) {
  const router = new SmartRouter<Handler>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [path, read] of Object.entries(own)) {
    router.add('ALL', path, readHandler(path, read))
  }
  for (const [path, endpoints] of byPath([...interfaces, ...others])) {
    router.add('ALL', path.replace(/\{(\w+)\}/g, ':$1'), handlerOf(...endpoints))
  }
  for (const below of new Set(interfaces.map(interfaceOf))) {
    if (below.prefix) router.add('ALL', `${below.prefix}/*`, notFoundHandler(below))
  }
  return (method: string, path: string): Found | undefined => {
    if (path.startsWith(filesPrefix)) return { handler: serveFile, params: {} }
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

/** Groups endpoints by path, literal segments before parameters: of two matching paths, the first is used. */
function byPath(endpoints: readonly Endpoint[]): [string, [Endpoint, ...Endpoint[]]][] {
  const grouped = new Map<string, [Endpoint, ...Endpoint[]]>()
  for (const endpoint of endpoints) {
    const known = grouped.get(endpoint.path)
    if (known) known.push(endpoint)
    else grouped.set(endpoint.path, [endpoint])
  }
  const rank = (path: string) => path.replaceAll(/\{\w+\}/g, '~')
  return [...grouped].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
}
