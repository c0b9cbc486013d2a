import { z } from 'zod'

/**
 * The vocabulary of the wire, used by every resource's `schema.ts`. Safe in the browser.
 */

/** What may stand in a log. Only what is built from the vocabulary below: a schema of one's own is silent there. */
const logged = z.registry<{ logged: true }>()
export const isLoggable = (schema: z.core.$ZodType) => logged.has(schema) || logged.get(schema)?.logged === true

function inLogs<S extends z.ZodType>(schema: S): S {
  logged.add(schema, { logged: true })
  return schema
}

/** How a form draws a field, where the type of its value alone does not say. */
export type InputKind = 'paragraphs' | 'html' | 'image' | 'moment'

const inputKinds = z.registry<{ input: InputKind }>()
export const inputKindOf = (schema: z.core.$ZodType): InputKind | undefined => inputKinds.get(schema)?.input

function drawnAs<S extends z.ZodType>(input: InputKind, schema: S): S {
  inputKinds.add(schema, { input })
  return schema
}

const maxId = 2_147_483_647

export const id = z.int().min(1).max(maxId)

/** An id in a path or a query. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'This must be a positive integer.')
  .transform(Number)
  .pipe(z.int().max(maxId))
  .meta({ type: 'integer', minimum: 1, maximum: maxId })

/** A whole number in a query. */
export const queryInt = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `This must be a whole number from ${minimum} to ${maximum}.`)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum })

/** One of a few numbers in a query. */
export const queryChoice = <Value extends number>(values: readonly Value[]) =>
  z
    .literal(values.map(String))
    .transform(Number)
    .pipe(z.literal(values))
    .meta({ type: 'integer', enum: [...values] })

/** Several ids in one value, separated by commas; duplicates count once. */
export const idList = z
  .string()
  .max(600)
  .regex(
    /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/,
    'This must be positive integers separated by commas, without an empty member.',
  )
  .transform((list) => [...new Set(list.split(',').map(Number))])
  .pipe(z.array(z.int().max(maxId)).min(1).max(50))
  .meta({ type: 'string' })

/** No control characters and no lone surrogates: neither can be stored or shown. */
const isCleanText = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value)

const unclean = { error: 'This holds control characters or half a character.', params: { code: 'invalid_characters' } }

/** One line of text, trimmed. */
export const line = (minimum: number, maximum: number) =>
  inLogs(z.string().trim().min(minimum).max(maximum).refine(isCleanText, unclean))

/** Like `isCleanText`, with line breaks and tabs. */
const isCleanParagraphs = (value: string) => isCleanText(value.replaceAll(/[\n\t]/g, ''))

const withLineFeeds = (value: string) => value.replaceAll(/\r\n?/g, '\n')

/** Several lines of text, trimmed; line breaks are stored as `\n`, whatever was sent. */
export const paragraphs = (minimum: number, maximum: number) =>
  inLogs(
    drawnAs(
      'paragraphs',
      z.string().overwrite(withLineFeeds).trim().min(minimum).max(maximum).refine(isCleanParagraphs, unclean),
    ),
  )

/**
 * HTML as an editor sends it. Nothing stores it before `cleanHtml` has made it clean: the columns take no other. Its
 * line breaks become `\n`; logs keep of it only what was stored.
 */
export const html = (maximum: number) =>
  drawnAs(
    'html',
    z.string().overwrite(withLineFeeds).max(maximum).refine(isCleanParagraphs, unclean).brand<'UncleanHtml'>(),
  )
export type UncleanHtml = z.output<ReturnType<typeof html>>

/** A password as it is typed: never trimmed, never shown. */
export const secret = z
  .string()
  .min(8)
  .max(128)
  .refine(isCleanText, unclean)
  .meta({ format: 'password', writeOnly: true })

/** An amount in fen: 1999 is ¥19.99. */
export const money = z.int().min(0)

/** A moment on the wire: ISO 8601 in UTC with `Z`. Takes what drivers and JSON aggregates give. */
export const moment = z
  .union([z.date(), z.string()])
  .transform((value) => (value instanceof Date ? value : new Date(value)).toISOString())
  .pipe(z.string().meta({ format: 'date-time' }))

/** Where relative addresses of pictures and files are resolved; empty in the browser, which does that itself. */
let origin = ''
export const resolveFilesAgainst = (base: string) => {
  origin = base
}

/** A picture's or file's address as it leaves: absolute. */
export const fileUrl = z
  .string()
  .overwrite((value) => (value.startsWith('/') ? origin + value : value))
  .meta({ format: 'uri' })

/** HTML as it leaves: `cleanHtml` made it what it is when it was written; its pictures become absolute. */
export const safeHtml = z
  .string()
  .overwrite((value) => value.replaceAll(/(<img\b[^>]*?\bsrc=")\//g, `$1${origin}/`))
  .meta({ description: 'Safe HTML' })

/** A picture's or file's address as it comes in: a path on this server (absolute ones of ours lose the origin), or http(s). */
export const imageUrlInput = drawnAs(
  'image',
  inLogs(
    z
      .string()
      .trim()
      .max(1024)
      .overwrite((value) => (origin && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value))
      .refine((value) => /^\/[^/\\]/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value)), {
        error: 'This must be a path beginning with / or an http(s) address.',
        params: { code: 'invalid_address' },
      })
      .refine(isCleanText, unclean),
  ),
)

/** A day without a time, such as a birthday. */
export const day = inLogs(z.iso.date())

export const idParams = z.object({ id: pathId })

const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A moment in a query or a body: ISO 8601 with `Z` or an offset, from 1970 on; in UTC afterwards, because databases refuse some offsets. */
export const momentInput = drawnAs(
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

/** Yes or no in a query. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

/** What was read, so that a write can tell whether somebody else was faster. */
const version = z.int().min(1).meta({ description: 'As it was read; a stale one is refused' })

/** Fields of an update: all optional, absent ones stay as they are, none at all is refused. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) => someOf(shape, [])

/** The same for what carries a version. */
export const edits = <Shape extends z.ZodRawShape>(shape: Shape) => someOf({ ...shape, version }, ['version'])

const someOf = <Shape extends z.ZodRawShape>(shape: Shape, besides: string[]) =>
  z
    .strictObject(shape)
    .partial()
    .refine((given) => Object.keys(given).some((name) => !besides.includes(name)), {
      error: 'Give at least one field to change.',
      params: { code: 'empty' },
      // A body of misspelt fields alone is told about those.
      when: ({ issues }) => issues.length === 0,
    })
