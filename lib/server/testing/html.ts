import type { CleanHtml } from '@/db/schema/columns'
import { html } from '@/lib/kit/api/endpoint/fields'
import { cleanHtml } from '@/lib/kit/html/clean'

/** For a test that writes to the database without an endpoint. */
export const cleanOwnHtml = async (source: string): Promise<CleanHtml> =>
  (await cleanHtml(html(source.length).parse(source))).html
