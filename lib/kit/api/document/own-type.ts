import { type Content, componentPrefix, type OpenApiDocument, type Operation } from './openapi-document'

/** The component of a body or an answer that only this operation has: `PlaceOrderBody` of `placeOrder`. */
export const ownType = (operationId: string, part: 'Body' | 'Answer') =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${part}`

/** With the schemas of own types in place of references to them. */
export function withOwnTypes(operation: Operation, { schemas }: OpenApiDocument['components']): Operation {
  const inPlace = (content: Record<string, Content>, part: 'Body' | 'Answer') => {
    const name = ownType(operation.operationId, part)
    const { [name]: own } = schemas
    return Object.fromEntries(
      Object.entries(content).map(([type, one]) => [
        type,
        own && one.schema.$ref === componentPrefix + name ? { ...one, schema: own } : one,
      ]),
    )
  }
  const { requestBody, responses } = operation
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: inPlace(requestBody.content, 'Body') } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        'content' in answer && answer.content ? { ...answer, content: inPlace(answer.content, 'Answer') } : answer,
      ]),
    ),
  }
}
