import type { z } from 'zod'
import type { Access } from './endpoint'

/*
 * The part of OpenAPI 3.1 that our documents use, for what makes them and what reads them.
 */

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
  requestBody?: { required: true; content: Record<string, Content> }
  /** By status; a failure refers to `components.responses`. */
  responses: Record<string, Answer | Reference>
  /** Who may call, as the endpoint declares it. */
  'x-access': Access['kind']
  /** The permission point that staff must hold. */
  'x-permission'?: string
  /** Further permission points: for fields marked `x-needs`, or for what the description says. */
  'x-also'?: readonly string[]
}

export type Verb = 'get' | 'post' | 'put' | 'delete'

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    examples: Record<string, { summary: string; description: string; value: unknown }>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: Record<string, Record<string, string>>
  }
}
