import type { Access, Endpoint } from './endpoint'

/** A family of addresses, and what holds for all of them. */
export interface Interface {
  /** What all its addresses begin with; an unknown address below it is `not_found`. Empty: it has no such place. */
  prefix: string
  /** The origins of `CORS_ORIGINS` may call it from a browser. */
  cors: boolean
  /** What its public GETs answer may be kept by caches, under an ETag. */
  cached: boolean
  /** The session of a browser counts at every endpoint, not only where one says `cookie: true`. */
  cookie: boolean
  /** Its writes and exports are rows of the operation log, whatever comes of them. */
  logged: boolean
}

/** What mini-programs and other clients of the shop call. */
export const clientInterface: Interface = { prefix: '/v1', cors: true, cached: true, cookie: false, logged: false }

/** What the pages of the admin call. */
export const adminInterface: Interface = { prefix: '/cms', cors: false, cached: false, cookie: true, logged: true }

/** What the scheduler calls. */
const schedulerInterface: Interface = { prefix: '/api/cron', cors: false, cached: false, cookie: false, logged: false }

/** What belongs to none: the login of the admin, the simulated platform. */
export const noInterface: Interface = { prefix: '', cors: false, cached: false, cookie: false, logged: false }

const byAccess = {
  public: clientInterface,
  signed_in: clientInterface,
  customer: clientInterface,
  provider: clientInterface,
  staff: adminInterface,
  permission: adminInterface,
  cron: schedulerInterface,
} satisfies Record<Access['kind'], Interface>

/** The interface of an endpoint: what it says, or what follows from who may call. */
export const interfaceOf = (endpoint: Endpoint): Interface => endpoint.interface ?? byAccess[endpoint.access.kind]

/** Whether the callers are users, known by a token. */
export const isForUsers = ({ kind }: Access): boolean => kind !== 'public' && kind !== 'cron' && kind !== 'provider'
