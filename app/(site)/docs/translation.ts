import type { Content, JsonSchema, OpenApiDocument } from '@/lib/kit/api/document/openapi-document'
import chinese from './zh-CN.json'

/** Takes an English text. */
type Translate = (english: string) => string

const texts = new Map(Object.entries(chinese))

/** The English text if there is no translation. */
const toChinese: Translate = (english) => texts.get(english) ?? english

export const chineseDocument = (document: OpenApiDocument): OpenApiDocument => translateDocument(document, toChinese)

export const chineseSchema = (schema: JsonSchema): JsonSchema => translateSchemas(structuredClone(schema), toChinese)

/** Replaces summaries and descriptions, except of errors, which the API reference explains by their codes. */
export function translateDocument(document: OpenApiDocument, translate: Translate): OpenApiDocument {
  const { paths, components, ...rest } = structuredClone(document)
  for (const operation of Object.values(paths).flatMap((verbs) => Object.values(verbs))) {
    operation.summary = translate(operation.summary)
    translateDescription(operation, translate)
    for (const parameter of operation.parameters ?? []) {
      translateDescription(parameter, translate)
      translateSchemas(parameter.schema, translate)
    }
    translateContent(operation.requestBody?.content, translate)
    for (const answer of Object.values(operation.responses)) {
      if ('$ref' in answer) continue
      translateDescription(answer, translate)
      translateContent(answer.content, translate)
    }
  }
  for (const { post } of Object.values(rest.webhooks ?? {})) {
    post.summary = translate(post.summary)
    translateContent(post.requestBody.content, translate)
  }
  for (const schema of Object.values(components.schemas)) translateSchemas(schema, translate)
  for (const header of Object.values(components.headers)) translateDescription(header, translate)
  return { ...rest, paths, components }
}

function translateDescription(part: { description?: string | undefined }, translate: Translate) {
  if (part.description) part.description = translate(part.description)
}

function translateContent(content: Record<string, Content> | undefined, translate: Translate) {
  for (const { schema } of Object.values(content ?? {})) translateSchemas(schema, translate)
}

/** In place, with nested schemas. */
function translateSchemas(schema: JsonSchema, translate: Translate): JsonSchema {
  translateDescription(schema, translate)
  const { properties = {}, items = [], anyOf = [], allOf = [], oneOf = [], additionalProperties = false } = schema
  for (const inner of [
    ...Object.values(properties),
    items,
    ...anyOf,
    ...allOf,
    ...oneOf,
    additionalProperties,
  ].flat()) {
    if (typeof inner === 'object') translateSchemas(inner, translate)
  }
  return schema
}
