import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { DeliveryFailure } from '@/db/enums'
import { env } from '@/lib/kit/env'

/* A webhook must not reach this machine or its network. */

export interface Address {
  address: string
  family: 4 | 6
}

const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/** The IPv4 address in one of NAT64 or 6to4. */
function embeddedIn(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  return address.match(nat64) ? new ipaddr.IPv4(bytes.slice(12)) : undefined
}

/** 2000::/3, from which all global unicast addresses are. */
const isAssigned = (address: ipaddr.IPv6) => ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20

/** Whether all networks route to the address, also if it is wrapped in an IPv6 address. */
export function isGlobal(text: string): boolean {
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  const embedded = embeddedIn(address)
  if (embedded) return embedded.range() === 'unicast'
  return address.range() === 'unicast' && isAssigned(address)
}

const isLoopback = (text: string) => ipaddr.process(text).range() === 'loopback'

/** In a URL of WHATWG, where an IPv4 address in any notation has become four decimal numbers. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** Tests replace its function. */
export const resolver = { lookup: (host: string) => lookup(host, { all: true }) }

/** Milliseconds until a name counts as unknown. */
const lookupTimeout = 5_000

async function resolve(host: string): Promise<Address[]> {
  const family = isIP(host)
  const found = family
    ? [{ address: host, family }]
    : await Promise.race([
        resolver.lookup(host).catch(() => []),
        new Promise<never[]>((resolve) => setTimeout(resolve, lookupTimeout, []).unref()),
      ])
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/**
 * The addresses to connect to: the name is not resolved again. Each must be global, or with SANDBOX on this machine.
 * Looks the name up at each call.
 */
export async function addressesOf(
  url: URL,
  isSandbox = env().SANDBOX,
): Promise<Address[] | Extract<DeliveryFailure, 'unknown_host' | 'refused_address'>> {
  const addresses = await resolve(hostOf(url))
  const isAllowed = ({ address }: Address) => isGlobal(address) || (isSandbox && isLoopback(address))
  if (addresses.length === 0) return 'unknown_host'
  return addresses.every(isAllowed) ? addresses : 'refused_address'
}

/** https on port 443 or above 1023; http only with SANDBOX. */
export const isAllowedUrl = ({ protocol, port, username, password }: URL, isSandbox = env().SANDBOX): boolean =>
  (protocol === 'https:' || (protocol === 'http:' && isSandbox)) &&
  (port === '' || port === '443' || Number(port) > 1_023) &&
  !(username || password)
