import { readRoute } from '@/lib/server/next/route'
import { ready } from '@/lib/server/ready'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/ready', ready)
