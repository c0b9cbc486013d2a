import { z } from 'zod'
import { codeOf, dashedCodeOf } from './code'
import { formats, inFormat } from './formats'
import { inAscii, isPossible, phoneOf, typeOfAccount } from './phone'

/** Used by every `schema.ts`. Safe in the browser. */

/** Values of all other schemas are never logged. */
const logged = z.registry<{ logged: 'whole' | 'masked' }>()
export const isLoggable = (schema: z.core.$ZodType) => logged.get(schema)?.logged === 'whole'
/** Logs then record only that the field has a value, which may be a customer's name. */
export const isMaskedInLogs = (schema: z.core.$ZodType) => logged.get(schema)?.logged === 'masked'

function inLogs<S extends z.core.$ZodType>(schema: S): S {
  logged.add(schema, { logged: 'whole' })
  return schema
}

/** If it does not follow from the type of the value. */
export type InputKind = 'paragraphs' | 'html' | 'image' | 'moment' | 'money'

const inputKinds = z.registry<{ input: InputKind }>()
export const inputKindOf = (schema: z.core.$ZodType): InputKind | undefined => inputKinds.get(schema)?.input

function withInputKind<S extends z.core.$ZodType>(input: InputKind, schema: S): S {
  inputKinds.add(schema, { input })
  return schema
}

/** The largest number of an integer column. */
export const maxInteger = 2_147_483_647

export const id = z.int().min(1).max(maxInteger)

/** Text in a path or a query. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'This must be a positive integer.')
  .transform(Number)
  .pipe(z.int().max(maxInteger))
  .meta({ type: 'integer', minimum: 1, maximum: maxInteger })

/** Text in a query. */
export const queryInt = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `This must be a whole number from ${minimum} to ${maximum}.`)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum })

export const queryChoice = <Value extends number>(values: readonly Value[]) =>
  z
    .literal(values.map(String))
    .transform(Number)
    .pipe(z.literal(values))
    .meta({ type: 'integer', enum: [...values] })

/** Separated by commas. Duplicates count once. */
export function queryChoices<const Value extends string>(values: readonly Value[]) {
  const isValue = (text: string): text is Value => values.some((value) => value === text)
  const error = `This must be one or more of ${values.join(', ')}, separated by commas.`
  const one = `(${values.join('|')})`
  return z
    .string()
    .refine((list) => list.split(',').every(isValue), { error, params: { code: 'invalid_value' } })
    .transform((list) => [...new Set(list.split(',').filter(isValue))])
    .meta({ type: 'string', pattern: `^${one}(,${one})*$` })
}

/** Separated by commas; duplicates are removed. */
export const idsUpTo = (maximum: number) =>
  z
    .string()
    .max(12 * maximum)
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, 'This must be a list of positive integers, separated by commas.')
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .pipe(z.array(z.int().max(maxInteger)).min(1).max(maximum))
    .meta({ type: 'string' })

export const idList = idsUpTo(50)

/** No control characters and lone surrogates, which can be neither stored nor shown. */
const isCleanText = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value)

const unclean = {
  error: 'This contains control, invisible or incomplete characters.',
  params: { code: 'invalid_characters' },
}

/** These can make one name look like another. The zero-width joiner is allowed in emoji. */
const invisible =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d/u

/** As in a pasted address. */
const inOneLine = (value: string) => value.replaceAll(/[\r\n\t]+/g, ' ')

const lineOf = (schema: z.ZodString, minimum: number, maximum: number) =>
  schema
    .trim()
    .overwrite(inOneLine)
    .min(minimum, { abort: true })
    .max(maximum, { abort: true })
    .refine((value) => isCleanText(value) && !invisible.test(value), unclean)

/** Like `line`, but not logged. */
export const trimmedLine = (minimum: number, maximum: number) => lineOf(z.string(), minimum, maximum)

/** Without the invisible characters that `line` refuses. */
export const cleanedLine = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(new RegExp(invisible, 'gu'), '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

/** Trimmed and logged. Line breaks and tabs become blanks. */
export const line = (minimum: number, maximum: number) => inLogs(trimmedLine(minimum, maximum))

/** Each as by `line`, separated by commas; duplicates are removed. */
export const linesUpTo = (most: number, maximum: number) =>
  z
    .string()
    .max((maximum + 1) * most)
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(line(1, maximum)).max(most))
    .meta({ type: 'string' })

/** Phones copy invisible characters with a number. User names and e-mail addresses are unchanged. */
const cleanedPhone = (value: string) => (typeOfAccount(value) === 102 ? inAscii(value) : value)

/** Like `line`, but removes invisible characters of a phone number. */
export const accountLine = (minimum: number, maximum: number) =>
  inLogs(lineOf(z.string().overwrite(cleanedPhone), minimum, maximum))

/** A search for customers, such as a name or a phone number. Masked in logs. */
export const personalLine = (minimum: number, maximum: number) => {
  const schema = z.string().overwrite(cleanedLine).min(minimum, { abort: true }).max(maximum, { abort: true })
  logged.add(schema, { logged: 'masked' })
  return schema
}

/** `minimum` and `maximum` are about the code's own characters. Not logged. */
export const privateCode = (minimum: number, maximum: number, form = codeOf) =>
  z.string().overwrite(form).min(minimum, { abort: true }).max(maximum, { abort: true })

/** Like `privateCode`, but logged. */
export const code = (minimum: number, maximum: number, form = codeOf) => inLogs(privateCode(minimum, maximum, form))

/** The format of carriers and of the platform. */
export const trackingNo = inFormat(code(1, 64, dashedCodeOf), 'tracking_no')

const phoneIn = (format: 'phone' | 'mobile') =>
  inFormat(z.string().trim().min(1, { abort: true }).max(64, { abort: true }).overwrite(phoneOf), format)
    .refine(isPossible, { error: formats[format].reason, params: { code: 'invalid_format', format } })
    .meta({
      description:
        'Spaces, hyphens, parentheses and full-width characters are accepted, and dropped from a whole number: +86 138-0000-1234 is stored as 13800001234',
    })

/** Phone number of a receiver; normalized by `phoneOf`. Not logged. */
export const phone = phoneIn('phone')

/** Phone number of an account; normalized by `phoneOf`. Logged. */
export const mobile = inLogs(phoneIn('mobile'))

/** Characters that reverse the direction of text, so that an amount looks different. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/** Allows line breaks, tabs and the invisible characters of pasted texts, except for `turning`. */
const isCleanParagraphs = (value: string) => isCleanText(value.replaceAll(/[\n\t]/g, '')) && !turning.test(value)

const withLineFeeds = (value: string) => value.replaceAll(/\r\n?/g, '\n')

/** Trimmed; line breaks are stored as `\n`. */
export const paragraphs = (minimum: number, maximum: number) =>
  inLogs(
    withInputKind(
      'paragraphs',
      z
        .string()
        .overwrite(withLineFeeds)
        .trim()
        .min(minimum, { abort: true })
        .max(maximum, { abort: true })
        .refine(isCleanParagraphs, unclean),
    ),
  )

/** Clean the value with `cleanHtml` before it is stored, as types of HTML columns demand. Logged only when cleaned. */
export const html = (maximum: number) =>
  withInputKind(
    'html',
    z
      .string()
      .overwrite(withLineFeeds)
      .max(maximum, { abort: true })
      .refine(isCleanParagraphs, unclean)
      .brand<'UncleanHtml'>(),
  )
export type UncleanHtml = z.output<ReturnType<typeof html>>

/** Never trimmed, never returned. */
export const secret = (minimum: number) =>
  z
    .string()
    .min(minimum, { abort: true })
    .max(128, { abort: true })
    .refine(isCleanText, unclean)
    .meta({ format: 'password', writeOnly: true, description: 'Not easy to guess, or it is refused as too_weak' })

/** In fen: 1999 is ¥19.99. */
export const money = withInputKind('money', z.int().min(0))

/** Output in UTC with `Z`. Accepts dates of drivers and texts of JSON aggregates. */
export const moment = withInputKind(
  'moment',
  z
    .union([z.date(), z.string()])
    .transform((value) => (value instanceof Date ? value : new Date(value)).toISOString())
    .pipe(z.string().meta({ format: 'date-time' })),
)

/** `assetOrigin`: of uploaded files. Both are empty in the browser, which resolves relative URLs itself. */
let origin = ''
let assetOrigin = ''
export const resolveFilesAgainst = (base: string, assetBase = base) => {
  origin = base
  assetOrigin = assetBase
}

const absolute = (path: string) => (path.startsWith('/files/') ? assetOrigin : origin) + path

/** Other URLs and paths are unchanged. */
const withoutOrigin = (url: string) => {
  const own = [origin, assetOrigin].find((base) => base && url.startsWith(`${base}/`))
  return own === undefined ? url : url.slice(own.length)
}

/** Absolute in output. */
export const fileUrl = z
  .string()
  .overwrite((value) => (value.startsWith('/') ? absolute(value) : value))
  .meta({ format: 'uri' })

/** Cleaned when it was stored. URLs of images, videos and links to files become absolute. */
export const safeHtml = z
  .string()
  .overwrite((value) =>
    value.replaceAll(
      // A link is made absolute only if it leads to a file of the shop.
      /(<(?:img|video)\b[^>]*?\bsrc="|(?<=<video src="[^">]*") poster="|<a href="(?=\/(?:files|demo|sandbox)\/))(\/[^"]*)/g,
      (_, start: string, path: string) => start + absolute(path),
    ),
  )
  .meta({ description: 'Sanitized HTML' })

/** A character that a URI may not contain after its host, or a percent sign without two hexadecimal digits. */
const unencoded = /[^A-Za-z0-9_\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu
const host = /^https?:\/\/[^/?#\\]+/
const plainHost = /^https?:\/\/[A-Za-z0-9_\-.~:@!$&'()*+,;=%[\]]+$/

/** RFC 3986, percent-encoded as by browsers; undefined: neither an http(s) URL nor a path. */
function uriOf(value: string): string | undefined {
  const given = host.exec(value)?.[0] ?? ''
  if (given ? !URL.canParse(given) : !/^\/[^/\\]/.test(value)) return undefined
  const own = given && new URL(given).href.replace(/\/$/, '')
  if (own && !plainHost.test(own)) return undefined
  const [beforeFragment, ...fragments] = value.slice(given.length).replaceAll(unencoded, encodeURIComponent).split('#')
  return own + [beforeFragment, ...(fragments.length > 0 ? [fragments.join('%23')] : [])].join('#')
}

const maxUrl = 1024

const imageUrl = (isOther: (value: string) => boolean, pattern: string) =>
  withInputKind(
    'image',
    inLogs(
      z
        .string()
        .trim()
        // Checked again after the normalization, because percent-encoding can make the text longer.
        .max(maxUrl, { abort: true })
        .refine(isCleanText, { ...unclean, abort: true })
        .overwrite(withoutOrigin)
        .overwrite((value) => uriOf(value) ?? value)
        .max(maxUrl, { abort: true })
        .refine((value) => uriOf(value) !== undefined || isOther(value), {
          error: 'This must be a path beginning with / or an http(s) URL.',
          params: { code: 'invalid_address' },
        })
        .meta({ pattern }),
    ),
  )

/**
 * From `GET /cms/file` or the demonstration; the database checks that the file exists. URLs of this server become
 * paths. Stored as a URI, because responses declare the format `uri`.
 */
export const imageUrlInput = imageUrl(() => false, String.raw`^(/[^/\\]|https?://)`)

/** Empty: no image. The database does not check that the files of settings exist. */
export const imageUrlSetting = () => imageUrl((value) => value === '', String.raw`^($|/[^/\\]|https?://)`)

/** Without a time, such as a birthday. */
export const day = inLogs(z.iso.date())

export const idParams = z.object({ id: pathId })

const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** With `Z` or an offset, from 1970 to 9999. Converted to UTC, because databases refuse some offsets. */
export const momentInput = withInputKind(
  'moment',
  inLogs(
    z.iso
      .datetime({ offset: true })
      .refine((value) => Date.parse(value) >= 0 && Date.parse(value) <= lastMoment, {
        error: 'This must be from 1970 to 9999.',
        params: { code: 'out_of_range' },
        when: ({ issues }) => issues.length === 0,
      })
      .transform((value) => new Date(value).toISOString()),
  ),
)

export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

/** At most 100, without duplicates. */
export const bulkIds = z
  .array(id)
  .min(1)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])

/** As the client read it, to detect a concurrent change. */
export const version = z
  .int()
  .min(1)
  .max(maxInteger)
  .meta({ description: 'The version that you read; an outdated one is refused' })

/** Absent fields stay unchanged. At least one is required. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) => someOf(shape, [])

/** Like `changes`, with the required `version` of the record. */
export const edits = <Shape extends z.ZodRawShape>(shape: Shape) => someOf({ ...shape, version }, ['version'])

const someOf = <Shape extends z.ZodRawShape>(shape: Shape, ignored: string[]) =>
  z
    .strictObject(shape)
    .partial()
    .refine((input) => Object.keys(input).some((name) => !ignored.includes(name)), {
      error: 'Provide at least one field to change.',
      params: { code: 'empty' },
      // Runs only without other issues: if all fields are unknown, only the unknown fields are reported.
      when: ({ issues }) => issues.length === 0,
    })
    .meta({
      minProperties: 1,
      ...(ignored.length > 0 && { not: { required: ignored, maxProperties: ignored.length } }),
    })
