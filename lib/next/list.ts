import { z } from 'zod'
import type { Access, Endpoint, Method } from '@/lib/api/endpoint'
import { call } from './call'

/** What Next hands to a page. */
export interface PageInput {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Rows of a page of the admin, where the address does not say otherwise. */
const defaultSize = 20

/**
 * Reads a list as the address of its page asks for it: by those of its parameters that the endpoint knows and takes.
 * What does not fit counts as absent, as it does in the browser.
 */
export async function readList<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodObject,
  B extends z.ZodType,
  O extends z.ZodType,
  R,
>(
  endpoint: Endpoint<A, P, Q, B, O, R, Method, string>,
  searchParams: PageInput['searchParams'],
  given: Record<string, string | number> = {},
): Promise<z.output<O>> {
  const asked = Object.entries(await searchParams).flatMap(([name, value]) => {
    const known = endpoint.query?.shape[name]
    if (typeof value !== 'string' || !(known instanceof z.ZodType) || !known.safeParse(value).success) return []
    return [[name, value] as const]
  })
  return call(endpoint, { query: { size: defaultSize, ...Object.fromEntries(asked), ...given } })
}
