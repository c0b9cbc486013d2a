import { z } from 'zod'
import { defaultOrigin, isLoopback, vercelOrigin } from './origin'
import { hostsOfToken } from './uploadthing-hosts'
import { wechatRefusals, wechatVariables } from './wechat-variables'

/** Credentials of a real mini-program or merchant. None may be set together with SANDBOX. */
const providerVariables = [
  'WECHAT_APPID',
  'WECHAT_SECRET',
  'WECHAT_MESSAGE_TOKEN',
  'WECHAT_MESSAGE_AES_KEY',
  'WECHATPAY_MCHID',
  'WECHATPAY_SERIAL',
  'WECHATPAY_PRIVATE_KEY',
  'WECHATPAY_APIV3_KEY',
]

/** In the documentation. Only for shops that no other machine can reach. */
export const publishedPassword = 'mini-shop-demo'

const origin = (name: string) =>
  z
    .string()
    .refine((value) => isOrigin(value), `${name} must be an origin such as https://shop.example.com, without a path.`)

const secret = (name: string) =>
  z.string().min(32, `${name} must have at least 32 characters; make one with: openssl rand -base64 32`).optional()

const number = (name: string, maximum: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from 0 to ${maximum}.`)
    .transform(Number)
    .refine((value) => value <= maximum, `${name} must be a whole number from 0 to ${maximum}.`)
    .default(fallback)

const databaseUrl = (name: string) =>
  z
    .string()
    .regex(
      /^postgres(ql)?:\/\/\S+$/,
      `${name} must be the URL of a PostgreSQL database: postgres://user:password@host/database.`,
    )
    .refine(
      (value) => URL.canParse(value) && !value.includes('#'),
      `${name} cannot be read: write special characters of the password in percent form, such as %2F for / and %23 for #.`,
    )
    .optional()

const variables = {
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_URL_UNPOOLED: databaseUrl('DATABASE_URL_UNPOOLED'),
  DATA_DIR: z.string().default('.data'),
  BUILDS_DIR: z.string().optional(),
  NEON_PROXY: z.string().optional(),
  PORT: number('PORT', 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: origin('BASE_URL').optional(),
  ASSET_URL: origin('ASSET_URL').optional(),
  UPLOADTHING_TOKEN: z
    .string()
    .refine(
      (token) => token === 'sandbox' || hostsOfToken(token) !== undefined,
      'UPLOADTHING_TOKEN must be the token that the dashboard of UploadThing shows, or sandbox with SANDBOX=1.',
    )
    .optional(),
  VERCEL: z.string().optional(),
  VERCEL_ENV: z.string().optional(),
  VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),
  VERCEL_BRANCH_URL: z.string().optional(),
  VERCEL_URL: z.string().optional(),
  NEXTAUTH_SECRET: secret('NEXTAUTH_SECRET'),
  CRON_SECRET: secret('CRON_SECRET'),
  METRICS_TOKEN: secret('METRICS_TOKEN'),
  SANDBOX: z
    .enum(['0', '1'], 'SANDBOX must be 1 or 0.')
    .default('0')
    .transform((value) => value === '1'),
  SANDBOX_PASSWORD: z.string().optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .refine(
      (list) => list.every(isOrigin),
      'CORS_ORIGINS must be origins separated by commas, such as https://h5.example.com.',
    ),
  TRUST_PROXY: number('TRUST_PROXY', 9, 0),
  WRITE_WAIT_MS: number('WRITE_WAIT_MS', 60_000, 1_000),
  ...wechatVariables,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'LOG_LEVEL must be debug, info, warn, error or silent.')
    .default('info'),
}

const schema = z.object(variables).transform((variables) => {
  const base = variables.BASE_URL ?? defaultOrigin(variables)
  const local = isLoopback(new URL(base).hostname)
  const isPrivate =
    variables.VERCEL === undefined &&
    local &&
    isLoopback(variables.HOST.includes(':') ? `[${variables.HOST.replace(/^\[|\]$/g, '')}]` : variables.HOST)
  return {
    ...variables,
    BASE_URL: new URL(base).origin,
    /** Origin of `/files`: this server under the same or another host name, or a cache in front of it. */
    ASSET_URL: new URL(variables.ASSET_URL ?? base).origin,
    /** Other machines can reach the shop: on Vercel, or BASE_URL is not a loopback host. */
    deployed: variables.VERCEL !== undefined || !local,
    /** BASE_URL and HOST are loopback hosts, and not on Vercel. */
    is_private: isPrivate,
    SANDBOX_PASSWORD: variables.SANDBOX_PASSWORD ?? (isPrivate ? publishedPassword : undefined),
    /** `sandbox`: simulated. The default for a demonstration on Vercel, which has no disk. */
    UPLOADTHING_TOKEN: variables.UPLOADTHING_TOKEN ?? (variables.VERCEL && variables.SANDBOX ? 'sandbox' : undefined),
  }
})

/** Without those that Vercel sets. */
export const environmentVariables = () => Object.keys(variables).filter((name) => !name.startsWith('VERCEL'))

export type Env = z.output<typeof schema>

/** A sentence with the solution for each invalid variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
  constructor(readonly sentences: string[]) {
    super(sentences.join('\n'))
  }
}

/** Empty variables count as absent. Throws {@link EnvironmentError}. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(present)
  if (!parsed.success) throw new EnvironmentError([...new Set(parsed.error.issues.map((issue) => issue.message))])
  const env = parsed.data
  const refusals = wechatRefusals(env)
  if (env.VERCEL && !present.BASE_URL && !vercelOrigin(env))
    refusals.push('BASE_URL is missing: set it, or let the project expose its system environment variables.')
  if (env.deployed) {
    if (!env.DATABASE_URL)
      refusals.push(
        'DATABASE_URL is missing: a deployed shop needs a PostgreSQL database; the embedded one is for local use only.',
      )
    for (const name of ['NEXTAUTH_SECRET', 'CRON_SECRET'] as const) {
      if (!env[name])
        refusals.push(
          `${name} is missing: set at least 32 random characters, for example from: openssl rand -base64 32`,
        )
    }
  }
  if (env.UPLOADTHING_TOKEN === 'sandbox' && !env.SANDBOX)
    refusals.push('UPLOADTHING_TOKEN=sandbox is the simulated UploadThing: it needs SANDBOX=1.')
  if (env.SANDBOX) {
    const real = providerVariables.filter((name) => present[name] !== undefined)
    if (real.length > 0)
      refusals.push(`SANDBOX must be off when real provider credentials are set (${real.join(', ')}).`)
    if (!env.SANDBOX_PASSWORD || (!env.is_private && env.SANDBOX_PASSWORD.length < 12)) {
      refusals.push(
        'SANDBOX_PASSWORD must have at least 12 characters, because others can reach the demonstration accounts.',
      )
    } else if (!env.is_private && env.SANDBOX_PASSWORD === publishedPassword) {
      refusals.push(
        `SANDBOX_PASSWORD must be one of your own: ${publishedPassword} is published, and others can reach the demonstration accounts.`,
      )
    }
  }
  if (refusals.length > 0) throw new EnvironmentError(refusals)
  return env
}

function isOrigin(value: string): boolean {
  return (
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol) &&
    new URL(value).origin === value.replace(/\/$/, '')
  )
}

let read: Env | undefined

/** Parsed on first use. Throws {@link EnvironmentError}. */
export function env(): Env {
  read ??= readEnv(process.env)
  return read
}
