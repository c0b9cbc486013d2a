import { serveMetrics } from '@/lib/kit/metrics/serve'
import { readRoute } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/metrics', serveMetrics)
