import type { Access, Endpoint } from './endpoint'

export interface Interface {
  /** Beginning of all paths; an unknown path with this prefix is `not_found`. */
  prefix: string
  /** For pages of the origins in `CORS_ORIGINS`. */
  cors: boolean
  /** Responses to public GETs may be cached and have an ETag. */
  cached: boolean
  /** The session cookie. false: accepted only by endpoints with `cookie: true`. */
  cookie: boolean
  /** Sites whose pages may embed responses: all, or only this server. */
  embedding: 'cross-origin' | 'same-origin'
  /** Limit per IP. */
  limited_reads: boolean
  /** At most once a minute, for hosts whose free plan runs the scheduler only once a day. */
  starts_jobs: boolean
  /** Writes and exports are in the audit log, also if they failed. */
  logged: boolean
  /** false: ignores unknown parameters, because clients add random ones to bypass caches. */
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

/** For the sign-in of the admin and the simulated platform. */
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
  key: adminInterface,
  cron: schedulerInterface,
} satisfies Record<Access['kind'], Interface>

export const interfaceOf = (endpoint: Endpoint): Interface => endpoint.interface ?? byAccess[endpoint.access.kind]

/** false for public endpoints, the scheduler and providers. */
export const isForUsers = ({ kind }: Access): boolean => kind !== 'public' && kind !== 'cron' && kind !== 'provider'
