import type { Instrumentation } from 'next'

export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || routeType === 'route') return
  const { reportPageError } = await import('@/lib/server/next/report')
  await reportPageError(error, { method: request.method, path: routePath })
}
