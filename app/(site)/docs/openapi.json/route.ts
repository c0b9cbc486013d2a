import { cacheable } from '@/lib/kit/api/run/response'
import { readRoute } from '@/lib/server/next/route'
import { serverDocument } from '../document'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/docs/openapi.json', (request) =>
  cacheable(JSON.stringify(serverDocument()), request.headers.get('if-none-match')),
)
