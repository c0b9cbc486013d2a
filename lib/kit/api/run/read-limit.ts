import { isIP } from 'node:net'
import { singleton } from '@/db/singleton'
import type { Counted } from '../endpoint/caller'
import type { Endpoint } from '../endpoint/endpoint'
import { interfaceOf } from '../endpoint/interface'
import { tooMany } from '../endpoint/problem'
import { ipRange } from './request'

/** Limit per IP. */
export const isReadLimited = (endpoint: Endpoint) => endpoint.method === 'GET' && interfaceOf(endpoint).limited_reads

/** Kept in memory. Beyond this number, all counts are cleared. */
const maxRanges = 100_000

const reads = () => singleton('reads', () => ({ minute: 0, byRange: new Map<string, number>() }))

/** 127.0.0.0/8 and ::/64, in which only ::1 is in use. */
const local = /^(?:127\..*|0:0:0:0::\/64)$/

/** false for this machine: behind a proxy that TRUST_PROXY does not include, all clients seem to come from here. */
const isCounted = (ip: string, range: string) => isIP(ip) !== 0 && !local.test(range)

/** Of the current minute. In memory, since a row would cost more than most reads; so each process counts separately. */
function countRead(key: string, now: number, added = 1): Counted {
  const state = reads()
  const minute = Math.floor(now / 60_000)
  if (state.minute !== minute || state.byRange.size >= maxRanges) {
    state.minute = minute
    state.byRange.clear()
  }
  const points = (state.byRange.get(key) ?? 0) + added
  state.byRange.set(key, points)
  return { points, retry_after: 60 - Math.floor((now % 60_000) / 1_000) }
}

/** In the range of the IP ({@link ipRange}). `max` 0: no limit. `added` 0: refuses above the limit without counting. */
export function limitReads(ip: string, max: number, { now = Date.now(), added = 1 } = {}): void {
  if (max === 0) return
  const range = ipRange(ip)
  if (!isCounted(ip, range)) return
  const { points, retry_after } = countRead(range, now, added)
  if (points > max) throw tooMany('too_many_requests', 'reads', max, retry_after)
}

/** Reads of an API key. */
export const countKeyRead = (id: number) => countRead(`key:${id}`, Date.now())
