import { serveMcp } from '@/lib/server/mcp/serve'
import { served } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = served(serveMcp)
