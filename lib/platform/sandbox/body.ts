import { z } from 'zod'
import { isLoopback } from '@/lib/kit/origin'
import { Refusal } from './refusal'

const limit = 64 * 1024

/** Unchanged, as the signature covers it. Throws {@link Refusal} above 64 KiB, and for bytes that are not UTF-8. */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new Refusal('too_large')
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new Refusal('too_large')
    }
    parts.push(value)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
  } catch {
    throw new Refusal('not_json')
  }
}

/** Throws {@link Refusal} for invalid JSON and, like the provider, for four-byte characters in UTF-8 and null. */
export function parseJson(text: string): unknown {
  if (/[\u{10000}-\u{10ffff}]/u.test(text)) throw refusedParameter('/', '不支持的字符')
  let hasNull = false
  let value: unknown
  try {
    value = JSON.parse(text, (_, member: unknown) => {
      hasNull ||= member === null
      return member
    })
  } catch {
    throw new Refusal('not_json')
  }
  if (hasNull) throw refusedParameter('/', '参数不可为null')
  return value
}

/** Throws {@link Refusal} PARAM_ERROR with the first invalid member as a JSON pointer. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refusedParameter(`/${issue?.path.map(String).join('/') ?? ''}`, issue?.message ?? '')
}

const refusedParameter = (field: string, issue: string) => new Refusal('parameter', { field, issue, location: 'body' })

/** Absolute https without a query; http on loopback hosts. */
export const NotifyUrl = z
  .string()
  .max(255)
  .refine((value) => {
    if (!URL.canParse(value)) return false
    const { protocol, hostname, search, hash } = new URL(value)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
    return isSafe && search === '' && hash === ''
  }, 'notify_url须为https的绝对地址，且不带参数')
