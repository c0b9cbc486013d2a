/* The origin of the shop. Also for proxy.ts, which has no use for the rest of the environment. */

/** Hosts that only this machine can reach. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether only this machine can reach a host, given as a `URL` has it. */
export const isLoopback = (hostname: string) => loopback.has(hostname)

/** The variables that decide about the origin. Those of Vercel are hosts without a scheme. */
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
 * The origin that stays the same from one deployment to the next: payment callbacks and pictures still point to it then.
 * Undefined where this is not Vercel.
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

/** The origin of the shop where no `BASE_URL` names one. */
export const defaultOrigin = (variables: Deployment): string =>
  vercelOrigin(variables) ?? `http://localhost:${variables.PORT || '3000'}`

/**
 * Where a page of a preview is opened instead when it is asked for by the address of the one deployment: at the origin
 * that its pictures, uploads and payments use, because a protected deployment asks for a session per host.
 */
export function previewOrigin(host: string | null, variables: Deployment): string | undefined {
  if (variables.VERCEL_ENV !== 'preview' || host === null || host !== variables.VERCEL_URL) return undefined
  const { origin, host: own } = new URL(variables.BASE_URL || defaultOrigin(variables))
  return own === host ? undefined : origin
}

/**
 * Where a page is opened instead when a browser on this machine asks for it by another name of the machine, such as
 * 127.0.0.1 for localhost: its pictures and sign-ins belong to one name. Another port may be that of a tunnel.
 */
export function loopbackOrigin(host: string, base_url: string): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined
  const asked = new URL(`http://${host}`)
  const own = new URL(base_url)
  const isOtherName = isLoopback(asked.hostname) && isLoopback(own.hostname) && asked.hostname !== own.hostname
  return isOtherName && asked.port === own.port ? own.origin : undefined
}
