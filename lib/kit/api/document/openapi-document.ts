import type { z } from 'zod'
import type { Access, Deprecation } from '../endpoint/endpoint'

/* The part of OpenAPI 3.1 that our documents use. */

export type JsonSchema = z.core.JSONSchema.JSONSchema

interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

export interface Content {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, Reference>
}

export interface Answer {
  description: string
  headers?: Record<string, Reference>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  /** A failure refers to `components.responses`. */
  responses: Record<string, Answer | Reference>
  deprecated?: true
  /** The days of deprecation and removal, and the operation to call instead. */
  'x-deprecation'?: Deprecation
  'x-access': Access['kind']
  'x-permission'?: string
  /** For fields marked `x-needs`, or as the description explains. */
  'x-additional-permissions'?: readonly string[]
  /** Makes the response private, so that no cache may store it. */
  'x-private-with'?: string
}

/** A request of ours to another server. */
export interface Message {
  operationId: string
  tags: string[]
  summary: string
  security: []
  parameters: Parameter[]
  requestBody: { required: true; content: Record<string, Content> }
  responses: Record<string, Answer>
}

export type Verb = 'get' | 'post' | 'put' | 'delete'

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  webhooks?: Record<string, { post: Message }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    examples: Record<string, { summary: string; description: string; value: unknown }>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: Record<string, Record<string, string>>
  }
}
