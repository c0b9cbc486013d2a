import type { Access, Endpoint } from './endpoint'

/** A set of endpoints with a common prefix and common rules. */
export interface Interface {
  /** The beginning of all paths of the interface; an unknown path with this prefix is `not_found`. Empty: no prefix. */
  prefix: string
  /** Whether pages of the origins in `CORS_ORIGINS` may call the interface from a browser. */
  cors: boolean
  /** Whether responses to public GETs may be cached and have an ETag. */
  cached: boolean
  /** Whether every endpoint accepts the browser's session cookie. false: only endpoints with `cookie: true` do. */
  cookie: boolean
  /** The sites whose pages may embed the responses: all, or only this server. */
  embedding: 'cross-origin' | 'same-origin'
  /** Whether reads are limited per IP. */
  limited_reads: boolean
  /**
   * Whether requests start due jobs, at most once a minute. Needed on hosts whose free plan runs the scheduler only
   * once a day.
   */
  starts_jobs: boolean
  /** Whether writes and exports are recorded in the audit log, both successful and failed. */
  logged: boolean
  /**
   * Whether unknown query parameters are refused. false: unknown parameters are ignored, because clients add random
   * parameters to bypass caches.
   */
  strict_query: boolean
}

/** The interface for mini-programs and other clients of the shop. */
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

/** The interface for the pages of the admin. */
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

/** The rules for endpoints outside of the interfaces: the sign-in of the admin, the simulated platform. */
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

/** Returns the interface that an endpoint declares, or else the interface that follows from its access. */
export const interfaceOf = (endpoint: Endpoint): Interface => endpoint.interface ?? byAccess[endpoint.access.kind]

/** Whether this access requires a signed-in user, as opposed to public endpoints, the scheduler and providers. */
export const isForUsers = ({ kind }: Access): boolean => kind !== 'public' && kind !== 'cron' && kind !== 'provider'
