import type { z } from 'zod'

/**
 * Faults `invalid_format` and `invalid_address` have the name in `params.format`. `reason`: English, in the problem;
 * refusal.json translates it for the admin.
 */
export const formats = {
  username: {
    pattern: /^[a-z][a-z0-9_.-]{2,31}$/,
    reason: 'A user name begins with a letter and has 3 to 32 letters, digits, dots, dashes or underscores.',
  },
  mobile: {
    pattern: /^\+?\d{6,15}$/,
    reason: 'A phone number has 6 to 15 digits, with a leading + for other countries.',
  },
  phone: {
    pattern: /^(?=(?:[^0-9]*[0-9]){5})\+?[0-9][0-9 -]{4,19}$/,
    reason:
      'A phone number has at least 5 digits, and up to 20 digits, spaces and -, with a leading + for other countries.',
  },
  code: { pattern: /^[a-z0-9_.-]+$/, reason: 'Use only a-z, 0-9, _, . and -.' },
  dict_type: { pattern: /^[a-z][a-z0-9_]*$/, reason: 'Use a-z, 0-9 and _, beginning with a letter.' },
  icon: { pattern: /^[a-z0-9-]*$/, reason: 'Use the name of an icon: a-z, 0-9 and -.' },
  tracking_no: { pattern: /^[0-9A-Za-z-]+$/, reason: 'This must be letters, digits and hyphens.' },
  coupon_code: {
    pattern: /^[0-9A-Z]{4,20}$/,
    reason: 'A coupon code has 4 to 20 letters and digits.',
  },
  pickup_code: { pattern: /^\d{12}$/, reason: 'A pick-up code has 12 digits.' },
  invoice_no: { pattern: /^[0-9]+$/, reason: 'The number of an invoice has only digits.' },
  tag: { pattern: /^[^,]*$/, reason: 'A tag has no commas.' },
  id: { pattern: /^[1-9]\d{0,8}$/, reason: 'This must be the id of a record.' },
} as const

/** A pattern alone does not describe them, or the schema library defines them. */
const otherFormats = [
  'tax_no',
  'synonyms',
  'email',
  'date',
  'datetime',
  'https_url',
  'link',
  'admin_page',
  'network',
] as const

export type FormatName = keyof typeof formats | (typeof otherFormats)[number]

const isPatterned = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)
const isOther = (name: unknown): name is (typeof otherFormats)[number] => otherFormats.some((one) => one === name)
export const isFormatName = (name: unknown): name is FormatName =>
  typeof name === 'string' && (isPatterned(name) || isOther(name))

export const inFormat = <S extends z.ZodString>(schema: S, name: keyof typeof formats) =>
  schema.regex(formats[name].pattern, formats[name].reason)

const byPattern = new Map(Object.entries(formats).map(([name, { pattern }]) => [String(pattern), name]))

/** By its pattern, else the name in the schema library. */
export const formatOf = (issue: { format: string; pattern?: string | undefined }): string =>
  (issue.pattern !== undefined && byPattern.get(issue.pattern)) || issue.format
