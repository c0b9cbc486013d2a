import { cacheable, responseOf } from '@/lib/api/response'
import { serverDocument } from '../document'

export function GET(request: Request): Response {
  return responseOf(cacheable(JSON.stringify(serverDocument()), request.headers.get('if-none-match')))
}
