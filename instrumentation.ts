import type { Instrumentation } from 'next'

export async function register() {
  // The build for functions has checked the environment and opened the database. Each instance would wait for a second
  // check.
  if (process.env.BUILT_FOR_FUNCTIONS) return
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('@/lib/server/next/start')).start()
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || routeType === 'route') return
  const { reportPageError } = await import('@/lib/server/next/report')
  await reportPageError(error, { method: request.method, path: routePath })
}
