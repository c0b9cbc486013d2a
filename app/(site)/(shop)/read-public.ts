import { notFound } from 'next/navigation'
import { withOwnPaths } from '@/components/shop/own-paths'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { env } from '@/lib/kit/env'

/** Replaces URLs of this server by paths. undefined: failed. A missing record is a 404. */
export async function readPublic<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return withOwnPaths(await request(), env().BASE_URL)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not_found' || error.code === 'invalid_request') notFound()
    return undefined
  }
}
