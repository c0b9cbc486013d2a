import { partOf } from '@/lib/kit/api/document/part'
import type { Interface } from '@/lib/kit/api/endpoint/interface'
import { cacheable, openHeaders } from '@/lib/kit/api/run/response'
import { readRoute } from '@/lib/server/next/route'
import { serverDocument } from './document'

/** The API document, or its part of one interface. */
export const documentRoute = (path: string, part?: Interface) =>
  readRoute(
    path,
    ({ headers }) => {
      const document = serverDocument()
      return cacheable(JSON.stringify(part ? partOf(document, part) : document), headers.get('if-none-match'))
    },
    openHeaders,
  )
