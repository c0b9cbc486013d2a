import { isIP } from 'node:net'
import { singleton } from '@/db/singleton'
import type { Endpoint } from '../endpoint/endpoint'
import { interfaceOf } from '../endpoint/interface'
import { tooMany } from '../endpoint/problem'
import { ipRange } from './request'

/** Whether reads of this endpoint are limited per IP. */
export const isReadLimited = (endpoint: Endpoint) => endpoint.method === 'GET' && interfaceOf(endpoint).limited_reads

/** The maximum number of IP ranges in memory. Beyond this number, all counts are cleared. */
const maxRanges = 100_000

const reads = () => singleton('reads', () => ({ minute: 0, byRange: new Map<string, number>() }))

/** The ranges of this machine: 127.0.0.0/8 and ::/64, in which only ::1 is in use. */
const local = /^(?:127\..*|0:0:0:0::\/64)$/

/**
 * Whether a request is counted. Requests from an unknown IP are not counted. Requests from this machine are not counted
 * either: behind a proxy that TRUST_PROXY does not include, the requests of all clients seem to come from this machine.
 */
const isCounted = (ip: string, range: string) => isIP(ip) !== 0 && !local.test(range)

/**
 * Counts a read of this IP's range ({@link ipRange}) in the current minute. Throws `too_many_requests` if there are
 * more than `max` reads; `max` 0: no limit. The counts are in the memory of the process, since a row in the database
 * would cost more than most reads. With several processes, each process counts separately.
 */
export function limitReads(ip: string, max: number, now = Date.now()): void {
  if (max === 0) return
  const range = ipRange(ip)
  if (!isCounted(ip, range)) return
  const state = reads()
  const minute = Math.floor(now / 60_000)
  if (state.minute !== minute || state.byRange.size >= maxRanges) {
    state.minute = minute
    state.byRange.clear()
  }
  const points = (state.byRange.get(range) ?? 0) + 1
  state.byRange.set(range, points)
  if (points > max) throw tooMany('too_many_requests', 'reads', max, 60 - Math.floor((now % 60_000) / 1_000))
}
