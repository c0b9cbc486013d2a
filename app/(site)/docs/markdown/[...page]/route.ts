import { refuse } from '@/lib/kit/api/run/respond'
import { cacheable, openHeaders } from '@/lib/kit/api/run/response'
import { readRoute } from '@/lib/server/next/route'
import { serverDocument } from '../../document'
import { markdownOf } from '../../markdown'

const path = '/docs/markdown/{page}'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(
  path,
  (request, { page }) => {
    const text = markdownOf(serverDocument(), [page].flat().join('/').replace(/\.md$/, ''))
    if (text === undefined) return refuse(request, { path }, 'not_found')
    return cacheable(text, request.headers.get('if-none-match'), { type: 'text/markdown; charset=utf-8' })
  },
  openHeaders,
)
