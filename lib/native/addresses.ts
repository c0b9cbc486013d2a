import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { type Address, addressOf, nowhere } from '@/lib/api/address'
import type { Endpoint } from '@/lib/api/endpoint'
import { health, ready } from '@/lib/ready'

interface Found {
  address: Address
  params: Record<string, string>
}

/**
 * Only these are looked up. What is encoded, has empty segments or dots is for Next, which decodes, redirects and
 * normalises: so there is one opinion on what such an address means.
 */
const plain = /^(?:\/[\w,-]+)+$/

/** Finds what answers at an address; undefined: nothing of ours. */
export function addressBook(interfaces: readonly Endpoint[], others: readonly Endpoint[]) {
  const router = new SmartRouter<Address>({ routers: [new RegExpRouter(), new TrieRouter()] })
  router.add('GET', '/api/health', health)
  router.add('GET', '/api/ready', ready)
  for (const [path, endpoints] of byPath([...interfaces, ...others])) {
    router.add('ALL', path.replace(/\{(\w+)\}/g, ':$1'), addressOf(...endpoints))
  }
  for (const prefix of new Set(interfaces.map(({ path }) => prefixOf(path)))) {
    router.add('ALL', `${prefix}/*`, nowhere(prefix))
  }
  return (method: string, path: string): Found | undefined => {
    if (!plain.test(path)) return undefined
    const [[first], stash] = router.match(method, path)
    if (!first) return undefined
    const [address, names] = first
    const params: Record<string, string> = {}
    for (const [name, at] of Object.entries(names)) params[name] = (typeof at === 'string' ? at : stash?.[at]) ?? ''
    return { address, params }
  }
}

/** `/v1` of `/v1/address/{id}`. */
const prefixOf = (path: string) => `/${path.split('/', 2)[1]}`

/** Endpoints that share an address, those with literal segments first: of two that match, the first one answers. */
function byPath(endpoints: readonly Endpoint[]): [string, [Endpoint, ...Endpoint[]]][] {
  const held = new Map<string, [Endpoint, ...Endpoint[]]>()
  for (const endpoint of endpoints) {
    const known = held.get(endpoint.path)
    if (known) known.push(endpoint)
    else held.set(endpoint.path, [endpoint])
  }
  const rank = (path: string) => path.replaceAll(/\{\w+\}/g, '~')
  return [...held].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
}
