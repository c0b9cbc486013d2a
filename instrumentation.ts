import type { Instrumentation } from 'next'

export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('@/lib/next/start')).start()
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || routeType === 'route') return
  const { reportPageError } = await import('@/lib/next/report')
  await reportPageError(error, { method: request.method, path: routePath })
}
