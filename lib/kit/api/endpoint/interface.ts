import type { Access, Endpoint } from './endpoint'

/** A set of endpoints with a common prefix and common rules. */
export interface Interface {
  /** The beginning of all its paths; an unknown path below it is `not_found`. Empty if it has no prefix. */
  prefix: string
  /** The origins of `CORS_ORIGINS` may call it from a browser. */
  cors: boolean
  /** Responses to public GETs may be cached and carry an ETag. */
  cached: boolean
  /** Every endpoint accepts the browser's session cookie, not only those with `cookie: true`. */
  cookie: boolean
  /** The sites that may embed its responses: all, or only this server. */
  embedding: 'cross-origin' | 'same-origin'
  /** Reads are limited per IP. */
  limited_reads: boolean
  /** Requests start due jobs, at most once a minute, because the scheduler of a free plan runs once a day. */
  starts_jobs: boolean
  /** Writes and exports are recorded in the audit log, whether or not they succeed. */
  logged: boolean
  /** Unknown query parameters are refused; elsewhere they are ignored, because clients append some to avoid caches. */
  strict_query: boolean
}

/** For mini-programs and other clients of the shop. */
export const clientInterface: Interface = {
  prefix: '/v1',
  cors: true,
  cached: true,
  cookie: false,
  embedding: 'cross-origin',
  limited_reads: true,
  starts_jobs: true,
  logged: false,
  strict_query: false,
}

/** For the pages of the admin. */
export const adminInterface: Interface = {
  prefix: '/cms',
  cors: false,
  cached: false,
  cookie: true,
  embedding: 'same-origin',
  limited_reads: true,
  starts_jobs: false,
  logged: true,
  strict_query: true,
}

/** For the scheduler. */
const schedulerInterface: Interface = {
  prefix: '/api/cron',
  cors: false,
  cached: false,
  cookie: false,
  embedding: 'same-origin',
  limited_reads: false,
  starts_jobs: false,
  logged: false,
  strict_query: false,
}

/** For endpoints outside of the interfaces: the sign-in of the admin, the simulated platform. */
export const noInterface: Interface = {
  prefix: '',
  cors: false,
  cached: false,
  cookie: false,
  embedding: 'same-origin',
  limited_reads: false,
  starts_jobs: false,
  logged: false,
  strict_query: false,
}

const byAccess = {
  public: clientInterface,
  signed_in: clientInterface,
  customer: clientInterface,
  provider: clientInterface,
  staff: adminInterface,
  permission: adminInterface,
  cron: schedulerInterface,
} satisfies Record<Access['kind'], Interface>

/** The interface of an endpoint: the declared one, or the one that follows from its access. */
export const interfaceOf = (endpoint: Endpoint): Interface => endpoint.interface ?? byAccess[endpoint.access.kind]

/** Whether the callers are users with a token. */
export const isForUsers = ({ kind }: Access): boolean => kind !== 'public' && kind !== 'cron' && kind !== 'provider'
