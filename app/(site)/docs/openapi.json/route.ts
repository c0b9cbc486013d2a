import { cacheable } from '@/lib/api/response'
import { readRoute } from '@/lib/next/route'
import { serverDocument } from '../document'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute('/docs/openapi.json', (request) =>
  cacheable(JSON.stringify(serverDocument()), request.headers.get('if-none-match')),
)
