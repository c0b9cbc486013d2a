import { partOf } from '@/lib/kit/api/document/part'
import type { Interface } from '@/lib/kit/api/endpoint/interface'
import { cacheable, openHeaders } from '@/lib/kit/api/run/response'
import { chooseLocale } from '@/lib/kit/i18n/locale'
import { readRoute } from '@/lib/server/next/route'
import { documentIn } from './document'

/** The API document, or its part of one interface. In Chinese with `lang=zh-CN`, in English with any other language. */
export const documentRoute = (path: string, part?: Interface) =>
  readRoute(
    path,
    ({ url, headers }) => {
      const document = documentIn(chooseLocale(undefined, new URL(url).searchParams.get('lang')))
      return cacheable(JSON.stringify(part ? partOf(document, part) : document), headers.get('if-none-match'))
    },
    openHeaders,
  )
