import { cacheable } from '@/lib/api/response'
import { serverDocument } from '../document'

export function GET(request: Request): Response {
  const { status, body, headers } = cacheable(JSON.stringify(serverDocument()), request.headers.get('if-none-match'))
  return new Response(body, { status, headers })
}
