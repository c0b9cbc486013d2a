import { readRoute } from '@/lib/server/next/route'
import { health } from '@/lib/server/ready'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/health', health)
