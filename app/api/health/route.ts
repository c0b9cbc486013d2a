import { readRoute } from '@/lib/next/route'
import { health } from '@/lib/ready'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/health', health)
