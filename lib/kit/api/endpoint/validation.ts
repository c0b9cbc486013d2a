import { z } from 'zod'
import { type FaultCode, isFaultCode } from './fault'
import { formatOf, isFormatName } from './formats'
import { type InvalidParam, problem } from './problem'

type Issue = z.core.$ZodIssue

/** Throws `invalid_request` with every fault. */
export function parse<S extends z.core.$ZodType>(schema: S, value: unknown, place: InvalidParam['in']): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const invalid_params = parsed.error.issues.flatMap((issue) => paramsOf(issue, place, []))
  const first = invalid_params[0]
  throw problem('invalid_request', {
    detail: first && (first.name ? `${first.name}: ${first.reason}` : first.reason),
    invalid_params,
  })
}

function paramsOf(issue: Issue, place: InvalidParam['in'], parents: PropertyKey[]): InvalidParam[] {
  const path = [...parents, ...issue.path]
  const paramAt = (
    name: PropertyKey[],
    code: FaultCode,
    reason = sentenceOf(issue),
    params?: Record<string, unknown>,
  ): InvalidParam => ({
    in: place,
    name: name.map(String).join('.'),
    reason,
    code,
    ...(params && { params }),
  })
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, 20)
        .map((key) => paramAt([...path, key.slice(0, 64)], 'unknown_field', 'There is no such field.'))
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? [paramAt(path, 'required', 'This is required.')]
        : [paramAt(path, 'invalid_type', undefined, { expected: issue.expected })]
    case 'too_small':
      return [paramAt(path, 'too_small', undefined, { minimum: Number(issue.minimum) })]
    case 'too_big':
      return [paramAt(path, 'too_big', undefined, { maximum: Number(issue.maximum) })]
    case 'invalid_value':
      return [paramAt(path, 'invalid_value', undefined, { values: issue.values.map(String) })]
    case 'invalid_format':
      return [paramAt(path, 'invalid_format', undefined, { format: formatOf(issue) })]
    case 'invalid_union':
      // The value of the discriminator matches no option.
      return [paramAt(path, issue.discriminator === undefined ? 'invalid_type' : 'invalid_value')]
    case 'custom': {
      const code: unknown = issue.params?.code
      const format: unknown = issue.params?.format
      return [
        paramAt(path, isFaultCode(code) ? code : 'invalid', undefined, isFormatName(format) ? { format } : undefined),
      ]
    }
    default:
      return [paramAt(path, 'invalid')]
  }
}

const units: Record<string, string> = { string: ' characters', array: ' items' }

/** Messages of our schemas end with a period and are kept; those of the schema library are replaced. */
function sentenceOf(issue: Issue): string {
  if (issue.message.endsWith('.')) return issue.message
  switch (issue.code) {
    case 'too_small':
      return `This must be at least ${issue.minimum}${units[issue.origin] ?? ''}.`
    case 'too_big':
      return `This must be at most ${issue.maximum}${units[issue.origin] ?? ''}.`
    case 'invalid_type':
      return `This must be of the type ${issue.expected}.`
    case 'invalid_value':
      return `This must be ${issue.values.every((value) => typeof value === 'number') ? 'one of the numbers' : 'one of'}: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return 'This does not have the required form.'
    default:
      return 'This is not valid.'
  }
}
