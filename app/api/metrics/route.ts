import { serveMetrics } from '@/lib/metrics/serve'
import { readRoute } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/metrics', serveMetrics)
