import { serveUploads } from '@/lib/file/direct'
import { served } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = served(serveUploads)
