import { cacheable, openHeaders } from '@/lib/kit/api/run/response'
import { readRoute } from '@/lib/server/next/route'
import { serverDocument } from '../document'
import { llmsIndex } from '../markdown'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(
  '/docs/llms.txt',
  ({ headers }) =>
    cacheable(llmsIndex(serverDocument()), headers.get('if-none-match'), { type: 'text/plain; charset=utf-8' }),
  openHeaders,
)
