import { serveFile } from '@/lib/file/serve'
import { served } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = served(serveFile)
