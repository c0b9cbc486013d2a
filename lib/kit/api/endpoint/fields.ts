import { z } from 'zod'
import { codeOf, dashedCodeOf } from './code'
import { formats, inFormat } from './formats'
import { inAscii, isPossible, phoneOf, typeOfAccount } from './phone'

/**
 * The schemas of fields, used by every resource's `schema.ts`. Safe in the browser.
 */

/** The schemas whose values may be logged, whole or masked. Values of all other schemas are never logged. */
const logged = z.registry<{ logged: 'whole' | 'masked' }>()
export const isLoggable = (schema: z.core.$ZodType) => logged.get(schema)?.logged === 'whole'
/** Whether logs record only that a field has a value, but not the value, which may be a customer's name. */
export const isMaskedInLogs = (schema: z.core.$ZodType) => logged.get(schema)?.logged === 'masked'

function inLogs<S extends z.core.$ZodType>(schema: S): S {
  logged.add(schema, { logged: 'whole' })
  return schema
}

/** The input with which a form renders a field, if the input does not follow from the type of the value. */
export type InputKind = 'paragraphs' | 'html' | 'image' | 'moment' | 'money'

const inputKinds = z.registry<{ input: InputKind }>()
export const inputKindOf = (schema: z.core.$ZodType): InputKind | undefined => inputKinds.get(schema)?.input

function withInputKind<S extends z.core.$ZodType>(input: InputKind, schema: S): S {
  inputKinds.add(schema, { input })
  return schema
}

/** The largest number that an integer column holds. */
export const maxInteger = 2_147_483_647

export const id = z.int().min(1).max(maxInteger)

/** The schema of an id in a path or a query, where it is text. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'This must be a positive integer.')
  .transform(Number)
  .pipe(z.int().max(maxInteger))
  .meta({ type: 'integer', minimum: 1, maximum: maxInteger })

/** The schema of a whole number in a query, where it is text. */
export const queryInt = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `This must be a whole number from ${minimum} to ${maximum}.`)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum })

/** The schema of a query parameter with one of these numbers. */
export const queryChoice = <Value extends number>(values: readonly Value[]) =>
  z
    .literal(values.map(String))
    .transform(Number)
    .pipe(z.literal(values))
    .meta({ type: 'integer', enum: [...values] })

/** The schema of a query parameter with one or more of these values, separated by commas. Duplicates count once. */
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

/** The schema of at most `maximum` ids in one text, separated by commas; duplicates are removed. */
export const idsUpTo = (maximum: number) =>
  z
    .string()
    .max(12 * maximum)
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, 'This must be a list of positive integers, separated by commas.')
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .pipe(z.array(z.int().max(maxInteger)).min(1).max(maximum))
    .meta({ type: 'string' })

export const idList = idsUpTo(50)

/** Whether a text has no control characters and no lone surrogates, which can be neither stored nor shown. */
const isCleanText = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value)

const unclean = {
  error: 'This contains control, invisible or incomplete characters.',
  params: { code: 'invalid_characters' },
}

/**
 * Matches characters that are invisible or change the display of the text around them, so that one name can look like
 * another. The zero-width joiner is allowed in emoji.
 */
const invisible =
  /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d/u

/** Replaces line breaks and tabs, as in a pasted address, by blanks. */
const inOneLine = (value: string) => value.replaceAll(/[\r\n\t]+/g, ' ')

const lineOf = (schema: z.ZodString, minimum: number, maximum: number) =>
  schema
    .trim()
    .overwrite(inOneLine)
    .min(minimum, { abort: true })
    .max(maximum, { abort: true })
    .refine((value) => isCleanText(value) && !invisible.test(value), unclean)

/** The schema of one line of text like `line`, but values are not logged. */
export const trimmedLine = (minimum: number, maximum: number) => lineOf(z.string(), minimum, maximum)

/** Returns the text as one line without the invisible characters that the schema `line` refuses. */
export const cleanedLine = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(new RegExp(invisible, 'gu'), '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

/** One line of text, trimmed and logged. Line breaks and tabs become blanks. */
export const line = (minimum: number, maximum: number) => inLogs(trimmedLine(minimum, maximum))

/**
 * Removes the invisible characters from a phone number, which phones copy together with the number. User names and
 * e-mail addresses are unchanged.
 */
const cleanedPhone = (value: string) => (typeOfAccount(value) === 102 ? inAscii(value) : value)

/**
 * An account as users type it. Like `line`, but invisible characters in a phone number are removed instead of refused.
 */
export const accountLine = (minimum: number, maximum: number) =>
  inLogs(lineOf(z.string().overwrite(cleanedPhone), minimum, maximum))

/**
 * A text with which staff search for customers, such as a name or a phone number. Invisible characters are removed.
 * Masked in logs.
 */
export const personalLine = (minimum: number, maximum: number) => {
  const schema = z.string().overwrite(cleanedLine).min(minimum, { abort: true }).max(maximum, { abort: true })
  logged.add(schema, { logged: 'masked' })
  return schema
}

/** A code, read with `form`; `minimum` and `maximum` are about its own characters. Not logged. */
export const privateCode = (minimum: number, maximum: number, form = codeOf) =>
  z.string().overwrite(form).min(minimum, { abort: true }).max(maximum, { abort: true })

/** A code like `privateCode`, but logged. */
export const code = (minimum: number, maximum: number, form = codeOf) => inLogs(privateCode(minimum, maximum, form))

/** The number of a parcel: letters, digits and hyphens, which is the format of carriers and of the platform. */
export const trackingNo = inFormat(code(1, 64, dashedCodeOf), 'tracking_no')

const phoneIn = (format: 'phone' | 'mobile') =>
  inFormat(z.string().trim().min(1, { abort: true }).max(64, { abort: true }).overwrite(phoneOf), format)
    .refine(isPossible, { error: formats[format].reason, params: { code: 'invalid_format', format } })
    .meta({
      description:
        'Spaces, hyphens, parentheses and full-width characters are accepted, and dropped from a whole number: +86 138-0000-1234 is stored as 13800001234',
    })

/** The phone number of a receiver, in any grouping of digits; normalized by `phoneOf`. Not logged. */
export const phone = phoneIn('phone')

/** The phone number of an account, normalized by `phoneOf`. Logged. */
export const mobile = inLogs(phoneIn('mobile'))

/** Characters that reverse the direction of the text after them, so that an amount or a name looks different. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Whether a text of several lines is clean in the sense of `isCleanText`, except that line breaks and tabs are allowed.
 * The invisible characters of pasted texts are allowed too, except for the characters in `turning`.
 */
const isCleanParagraphs = (value: string) => isCleanText(value.replaceAll(/[\n\t]/g, '')) && !turning.test(value)

const withLineFeeds = (value: string) => value.replaceAll(/\r\n?/g, '\n')

/** Several lines of text, trimmed; line breaks are stored as `\n`. */
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

/**
 * The schema of HTML from an editor. Clean the value with `cleanHtml` before it is stored: the types of HTML columns
 * accept only the result of `cleanHtml`. Line breaks become `\n`. Only cleaned HTML is logged.
 */
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

/** A new password of at least `minimum` characters: never trimmed, never returned. */
export const secret = (minimum: number) =>
  z
    .string()
    .min(minimum, { abort: true })
    .max(128, { abort: true })
    .refine(isCleanText, unclean)
    .meta({ format: 'password', writeOnly: true, description: 'Not easy to guess, or it is refused as too_weak' })

/** An amount in fen: 1999 is ¥19.99. */
export const money = withInputKind('money', z.int().min(0))

/**
 * A timestamp in output: ISO 8601 in UTC with `Z`. Accepts dates, as from drivers, and texts, as from JSON aggregates.
 */
export const moment = withInputKind(
  'moment',
  z
    .union([z.date(), z.string()])
    .transform((value) => (value instanceof Date ? value : new Date(value)).toISOString())
    .pipe(z.string().meta({ format: 'date-time' })),
)

/**
 * The bases of absolute URLs: `assetOrigin` for uploaded files, `origin` for all other paths. Both are empty in the
 * browser, which resolves relative URLs itself.
 */
let origin = ''
let assetOrigin = ''
export const resolveFilesAgainst = (base: string, assetBase = base) => {
  origin = base
  assetOrigin = assetBase
}

/** The absolute URL for a path of this server. */
const absolute = (path: string) => (path.startsWith('/files/') ? assetOrigin : origin) + path

/** Returns the path of an absolute URL of this server. Other URLs and paths are returned unchanged. */
const withoutOrigin = (url: string) => {
  const own = [origin, assetOrigin].find((base) => base && url.startsWith(`${base}/`))
  return own === undefined ? url : url.slice(own.length)
}

/** The absolute URL of an image or file in output. */
export const fileUrl = z
  .string()
  .overwrite((value) => (value.startsWith('/') ? absolute(value) : value))
  .meta({ format: 'uri' })

/**
 * HTML in output, cleaned by `cleanHtml` when it was stored. The URLs of images, of videos and of links to files become
 * absolute.
 */
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

/**
 * Matches the characters that a URI may not contain after its host, and a percent sign without two hexadecimal digits.
 */
const unencoded = /[^A-Za-z0-9_\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu
const host = /^https?:\/\/[^/?#\\]+/
const plainHost = /^https?:\/\/[A-Za-z0-9_\-.~:@!$&'()*+,;=%[\]]+$/

/**
 * An http(s) URL or a path on this server as a URI (RFC 3986), percent-encoded as by browsers; undefined for other
 * texts.
 */
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
        // The length is checked before normalization, and again after it, because percent-encoding can make the text
        // longer.
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
 * The URL of an image or file in input: a URL from `GET /cms/file`, or an asset of the demonstration. Absolute URLs of
 * this server become paths. The database checks on write that the file exists. The value is stored as a URI, because
 * responses declare the format `uri`.
 */
export const imageUrlInput = imageUrl(() => false, String.raw`^(/[^/\\]|https?://)`)

/**
 * The URL of an image like `imageUrlInput`, for a setting. Empty: no image. The database does not check that the files
 * of settings exist.
 */
export const imageUrlSetting = () => imageUrl((value) => value === '', String.raw`^($|/[^/\\]|https?://)`)

/** A day without a time, such as a birthday. */
export const day = inLogs(z.iso.date())

export const idParams = z.object({ id: pathId })

const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * A timestamp in input: ISO 8601 with `Z` or an offset, from 1970 to 9999. Converted to UTC, because databases refuse
 * some offsets.
 */
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

/** `true` or `false` in a query. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

/** The ids of a bulk action, at most 100, without duplicates. */
export const bulkIds = z
  .array(id)
  .min(1)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])

/**
 * The version of the record that the client read. The server compares it with the current version to detect a
 * concurrent change.
 */
export const version = z
  .int()
  .min(1)
  .max(maxInteger)
  .meta({ description: 'The version that you read; an outdated one is refused' })

/** The body of an update. All fields are optional: absent fields stay unchanged. At least one field is required. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) => someOf(shape, [])

/** The body of an update like `changes`, with the required `version` of the record. */
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
