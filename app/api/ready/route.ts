import { readiness } from '@/lib/ready'

/** Requests can be served: the database is reachable and has every migration that this build knows. */
export async function GET() {
  const state = await readiness()
  return Response.json(state, { status: state.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
