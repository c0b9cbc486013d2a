import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Endpoint } from '@/lib/api/endpoint'
import { type Handler, handlerOf, notFoundHandler, readHandler } from '@/lib/api/handler'
import { interfaceOf } from '@/lib/api/interface'
import { serveFile } from '@/lib/file/serve'
import { serveMetrics } from '@/lib/metrics/serve'
import { health, ready } from '@/lib/ready'

interface Found {
  handler: Handler
  params: Record<string, string>
}

/**
 * Only these paths are looked up. Paths with encoded characters, empty segments or dots are left to Next, which decodes,
 * redirects and normalizes them, so that they are interpreted in one way only.
 */
const plain = /^(?:\/[\w,-]+)+$/
/** A stored file, with the dot before its extension. */
const file = /^\/files(?:\/[\w-]+)+\.\w+$/

/** For whoever runs the shop, past the pipeline. */
const own = { '/api/health': health, '/api/ready': ready, '/api/metrics': serveMetrics }

/** Returns the function that finds the handler of a method and path; undefined: the request is left to Next. */
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
    if (file.test(path)) return { handler: serveFile, params: {} }
    if (!plain.test(path)) return undefined
    const [[first], stash] = router.match(method, path)
    if (!first) return undefined
    const [handler, names] = first
    const params: Record<string, string> = {}
    for (const [name, at] of Object.entries(names)) params[name] = (typeof at === 'string' ? at : stash?.[at]) ?? ''
    return { handler, params }
  }
}

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
