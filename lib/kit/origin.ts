/* A separate module for proxy.ts, which does not need the rest of the environment. */

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** In the form of `URL.hostname`. */
export const isLoopback = (hostname: string) => loopback.has(hostname)

/** Those of Vercel are host names without a scheme. */
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
 * Equal for all deployments of production or of a branch, so that callbacks and pictures remain valid. undefined
 * outside Vercel, or if no variable has a host.
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

/** If `BASE_URL` is not set. */
export const defaultOrigin = (variables: Deployment): string =>
  vercelOrigin(variables) ?? `http://localhost:${variables.PORT || '3000'}`

/**
 * For a request at the host of a single deployment. Pictures, uploads and payments use the returned origin, and a
 * protected deployment requires a session for each host.
 */
export function previewOrigin(host: string | null, variables: Deployment): string | undefined {
  if (variables.VERCEL_ENV !== 'preview' || host === null || host !== variables.VERCEL_URL) return undefined
  const { origin, host: own } = new URL(variables.BASE_URL || defaultOrigin(variables))
  return own === host ? undefined : origin
}

/**
 * For another loopback name, such as 127.0.0.1 for localhost: pictures and sessions are only valid for `base_url`. Not
 * for another port, which may belong to a tunnel.
 */
export function loopbackOrigin(host: string, base_url: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  const asked = new URL(`http://${host}`)
  const own = new URL(base_url)
  const isOtherName = isLoopback(asked.hostname) && isLoopback(own.hostname) && asked.hostname !== own.hostname
  return isOtherName && asked.port === own.port ? own.origin : undefined
}
