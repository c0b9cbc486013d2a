/* The origin of the shop. A separate module for proxy.ts, which does not need the rest of the environment. */

/** Hosts that only this machine can reach. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether only this machine can reach a host, in the form of `URL.hostname`. */
export const isLoopback = (hostname: string) => loopback.has(hostname)

/**
 * The environment variables that determine the origin of the shop. The variables of Vercel are host names without a
 * scheme.
 */
export interface Deployment {
  VERCEL?: string | undefined
  VERCEL_ENV?: string | undefined
  VERCEL_PROJECT_PRODUCTION_URL?: string | undefined
  VERCEL_BRANCH_URL?: string | undefined
  VERCEL_URL?: string | undefined
  BASE_URL?: string | undefined
  PORT?: string | number | undefined
}

/**
 * Returns the origin of the shop on Vercel. For production and for previews of a branch, this origin is equal for all
 * deployments, so that payment callbacks and pictures remain valid. undefined outside Vercel, or if no variable has a
 * host.
 */
export function vercelOrigin(variables: Deployment): string | undefined {
  if (!variables.VERCEL) return undefined
  const lasting = { production: variables.VERCEL_PROJECT_PRODUCTION_URL, preview: variables.VERCEL_BRANCH_URL }
  const host =
    (variables.VERCEL_ENV === 'production' || variables.VERCEL_ENV === 'preview'
      ? lasting[variables.VERCEL_ENV]
      : undefined) || variables.VERCEL_URL
  return host ? `https://${host}` : undefined
}

/** Returns the origin of the shop for the case that `BASE_URL` is not set. */
export const defaultOrigin = (variables: Deployment): string =>
  vercelOrigin(variables) ?? `http://localhost:${variables.PORT || '3000'}`

/**
 * Returns the origin to which a page of a preview redirects if it was requested at the host of a single deployment;
 * else undefined. Pictures, uploads and payments use the returned origin. A protected deployment requires a separate
 * session for each host, so pages must use this origin too.
 */
export function previewOrigin(host: string | null, variables: Deployment): string | undefined {
  if (variables.VERCEL_ENV !== 'preview' || host === null || host !== variables.VERCEL_URL) return undefined
  const { origin, host: own } = new URL(variables.BASE_URL || defaultOrigin(variables))
  return own === host ? undefined : origin
}

/**
 * Returns the origin to which a page redirects if a browser on this machine requested the page by another loopback
 * name, such as 127.0.0.1 for localhost; else undefined. Pictures and sessions are only valid for the name in
 * `base_url`. Requests to another port are not redirected, because the port may belong to a tunnel.
 */
export function loopbackOrigin(host: string, base_url: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  const asked = new URL(`http://${host}`)
  const own = new URL(base_url)
  const isOtherName = isLoopback(asked.hostname) && isLoopback(own.hostname) && asked.hostname !== own.hostname
  return isOtherName && asked.port === own.port ? own.origin : undefined
}
