/* The origin of the shop, as far as it follows from Vercel's variables. Also for proxy.ts, which has no use for the rest of the environment. */

/** The variables of a deployment on Vercel: hosts without a scheme. */
export interface Deployment {
  VERCEL?: string | undefined
  VERCEL_ENV?: string | undefined
  VERCEL_PROJECT_PRODUCTION_URL?: string | undefined
  VERCEL_BRANCH_URL?: string | undefined
  VERCEL_URL?: string | undefined
  BASE_URL?: string | undefined
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

/**
 * Where a page of a preview is opened instead when it is asked for by the address of the one deployment: at the origin
 * that its pictures, uploads and payments use, because a protected deployment asks for a session per host.
 */
export function movedOrigin(host: string | null, variables: Deployment): string | undefined {
  if (variables.VERCEL_ENV !== 'preview' || host === null || host !== variables.VERCEL_URL) return undefined
  const origin = variables.BASE_URL || vercelOrigin(variables)
  return origin && new URL(origin).host !== host ? new URL(origin).origin : undefined
}
