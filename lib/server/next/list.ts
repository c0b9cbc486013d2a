import { getTimeZone } from 'next-intl/server'
import { z } from 'zod'
import type { Access, Endpoint, Method } from '@/lib/kit/api/endpoint/endpoint'
import { resolveRelative } from '@/lib/kit/last-days'
import { call } from './call'

export interface PageInput {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Without `size` in the URL. */
const defaultSize = 20

/**
 * With the parameters of the page's URL that the endpoint accepts, like the list in the browser. `params`: the ids in
 * the path, for the list of a record.
 */
export async function readList<
  A extends Access,
  P extends z.core.$ZodType,
  Q extends z.ZodObject,
  B extends z.core.$ZodType,
  O extends z.core.$ZodType,
  R,
>(
  endpoint: Endpoint<A, P, Q, B, O, R, Method, string>,
  searchParams: PageInput['searchParams'],
  fixed: Record<string, string | number> = {},
  params: Record<string, string> = {},
): Promise<z.output<O>> {
  const [given, zone] = await Promise.all([searchParams, getTimeZone()])
  const accepted = Object.entries(given).flatMap(([name, value]) => {
    const schema = endpoint.query?.shape[name]
    if (typeof value !== 'string' || !(schema instanceof z.ZodType)) return []
    // Resolves a relative day for a parameter that is a moment.
    const meant = [value, resolveRelative(value, zone)].find((one) => schema.safeParse(one).success)
    return meant === undefined ? [] : [[name, meant] as const]
  })
  const size = endpoint.query && 'size' in endpoint.query.shape ? { size: defaultSize } : {}
  return call(endpoint, { params, query: { ...size, ...Object.fromEntries(accepted), ...fixed } })
}
