import { readRoute } from '@/lib/next/route'
import { ready } from '@/lib/ready'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/api/ready', ready)
