import { getLocale } from 'next-intl/server'
import type { JsonSchema, OpenApiDocument } from '@/lib/kit/api/document/openapi-document'
import { build } from '@/lib/kit/build'
import { env } from '@/lib/kit/env'
import type { Locale } from '@/lib/kit/i18n/locale'
import { shopDocument } from '@/lib/server/shop-document'
import { chineseDocument, chineseSchema } from './translation'

/** With the URL at which clients reach the server. */
export const serverDocument = () => shopDocument(env().BASE_URL, build.version)

const translated = new WeakMap<OpenApiDocument, OpenApiDocument>()

/** Translated once per process. */
export function documentIn(locale: Locale): OpenApiDocument {
  const document = serverDocument()
  if (locale !== 'zh-CN') return document
  const known = translated.get(document) ?? chineseDocument(document)
  translated.set(document, known)
  return known
}

export const readDocument = async (): Promise<OpenApiDocument> => documentIn(await getLocale())

export const readSchema = async (schema: JsonSchema): Promise<JsonSchema> =>
  (await getLocale()) === 'zh-CN' ? chineseSchema(schema) : schema
