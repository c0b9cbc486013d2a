import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnv } from './env'
import { hostsOfToken } from './uploadthing-hosts'

const long = 'x'.repeat(32)
const deployed = {
  BASE_URL: 'https://shop.example.com',
  DATABASE_URL: 'postgres://db/x',
  NEXTAUTH_SECRET: long,
  CRON_SECRET: long,
}

/** Returns the sentences of the error for an environment; empty if the environment is valid. */
function refusal(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.sentences
    throw error
  }
  return []
}

test('without variables, the shop starts locally on the embedded database', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    BASE_URL: 'http://localhost:3000',
    SANDBOX: false,
    deployed: false,
  })
})

test('empty variables count as absent', () => {
  expect(readEnv({ PORT: '', BASE_URL: '', SANDBOX: '' })).toMatchObject({
    PORT: 3000,
    BASE_URL: 'http://localhost:3000',
    SANDBOX: false,
  })
})

test('the origin follows the port', () => {
  expect(readEnv({ PORT: '8080' }).BASE_URL).toBe('http://localhost:8080')
})

describe('the origin on Vercel', () => {
  const { BASE_URL, ...rest } = deployed
  const vercel = {
    ...rest,
    VERCEL: '1',
    VERCEL_PROJECT_PRODUCTION_URL: 'shop.example.com',
    VERCEL_BRANCH_URL: 'shop-git-tea.vercel.app',
    VERCEL_URL: 'shop-1a2b3c.vercel.app',
  }
  const { VERCEL_BRANCH_URL, ...withoutBranch } = vercel
  test.each([
    ['in production is its domain', { ...vercel, VERCEL_ENV: 'production' }, 'https://shop.example.com'],
    ['in a preview stays with the branch', { ...vercel, VERCEL_ENV: 'preview' }, 'https://shop-git-tea.vercel.app'],
    [
      'in a preview without a branch is the deployment',
      { ...withoutBranch, VERCEL_ENV: 'preview' },
      'https://shop-1a2b3c.vercel.app',
    ],
    ['elsewhere is the deployment', { ...vercel, VERCEL_ENV: 'staging' }, 'https://shop-1a2b3c.vercel.app'],
    [
      'is BASE_URL where that is set',
      { ...vercel, VERCEL_ENV: 'production', BASE_URL: 'https://tea.example' },
      'https://tea.example',
    ],
  ])('%s', (_, variables, expected) => {
    expect(readEnv(variables)).toMatchObject({ BASE_URL: expected, deployed: true })
  })
  test('is missing if the deployment does not name one', () => {
    expect(refusal({ ...rest, VERCEL: '1', VERCEL_ENV: 'preview' })).toEqual([expect.stringContaining('BASE_URL')])
  })
})

describe('a deployed start', () => {
  test('with everything is accepted', () => expect(refusal(deployed)).toEqual([]))
  test.each(['DATABASE_URL', 'NEXTAUTH_SECRET', 'CRON_SECRET'] as const)(
    'without %s is refused in one sentence',
    (name) => {
      const { [name]: _, ...rest } = deployed
      const sentences = refusal(rest)
      expect(sentences).toHaveLength(1)
      expect(sentences[0]).toContain(`${name} is missing`)
    },
  )
  test('is assumed with VERCEL, independent of BASE_URL', () => {
    expect(refusal({ VERCEL: '1', BASE_URL: 'http://localhost:3000' })).toHaveLength(3)
  })
})

test.each([
  ['NEXTAUTH_SECRET', 'x'.repeat(31)],
  ['CRON_SECRET', 'short'],
  ['BASE_URL', 'https://shop.example.com/path'],
  ['BASE_URL', 'shop.example.com'],
  ['BASE_URL', 'ftp://shop.example.com'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['TRUST_PROXY', 'yes'],
  ['CORS_ORIGINS', 'https://a.example, b.example'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'postgres://shop:a/b@localhost/shop'],
  ['DATABASE_URL', 'postgres://shop:a#b@localhost/shop'],
  ['DATABASE_URL', 'postgres://shop:1#b@localhost/shop'],
  ['DATABASE_URL_UNPOOLED', 'postgres://shop:a?b@localhost/shop'],
  ['SANDBOX', 'true'],
  ['LOG_LEVEL', 'loud'],
  ['WRITE_WAIT_MS', '1s'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  const sentences = refusal({ [name]: value })
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toContain(name)
})

describe('the sandbox', () => {
  test('has a default password only if no other machine can reach it', () => {
    expect(readEnv({ SANDBOX: '1' }).SANDBOX_PASSWORD).toBe('mini-shop-demo')
    expect(refusal({ SANDBOX: '1', HOST: '0.0.0.0' })).toHaveLength(1)
    expect(refusal({ SANDBOX: '1', HOST: '0.0.0.0', SANDBOX_PASSWORD: 'twelve chars' })).toEqual([])
    expect(refusal({ ...deployed, SANDBOX: '1' })).toHaveLength(1)
    expect(refusal({ ...deployed, SANDBOX: '1', SANDBOX_PASSWORD: 'elevenchars' })).toHaveLength(1)
    expect(refusal({ ...deployed, SANDBOX: '1', SANDBOX_PASSWORD: 'twelve chars' })).toEqual([])
  })
  test('accepts the published password only if no other machine can reach it', () => {
    const published = { SANDBOX: '1', SANDBOX_PASSWORD: 'mini-shop-demo' }
    expect(refusal(published)).toEqual([])
    const elsewhere: Record<string, string>[] = [
      { HOST: '0.0.0.0' },
      deployed,
      { ...deployed, VERCEL: '1', VERCEL_ENV: 'preview' },
    ]
    for (const reachable of elsewhere)
      expect(refusal({ ...reachable, ...published })).toEqual([expect.stringContaining('is published')])
  })
  test('is refused with real credentials', () => {
    const [sentence] = refusal({ SANDBOX: '1', WECHATPAY_MCHID: '1900000001' })
    expect(sentence).toContain('WECHATPAY_MCHID')
  })
})

test('origins are split and trimmed', () => {
  expect(readEnv({ CORS_ORIGINS: 'https://a.example , http://localhost:8080' }).CORS_ORIGINS).toEqual([
    'https://a.example',
    'http://localhost:8080',
  ])
})

describe('the storage of files', () => {
  const token = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64')
  const account = { apiKey: 'sk_live_0123', appId: 'tea', regions: ['sea1'] }
  test('is an account of UploadThing if a token names one', () => {
    const UPLOADTHING_TOKEN = token(account)
    expect(readEnv({ UPLOADTHING_TOKEN }).UPLOADTHING_TOKEN).toBe(UPLOADTHING_TOKEN)
    expect(hostsOfToken(UPLOADTHING_TOKEN)).toEqual({
      api_key: 'sk_live_0123',
      ingest_url: 'https://sea1.ingest.uploadthing.com',
      ingest_host: 'ingest.uploadthing.com',
      files_url: 'https://tea.ufs.sh/f/',
    })
  })
  test.each([
    'nonsense',
    token({}),
    token({ ...account, apiKey: 'pk_live' }),
    token({ ...account, regions: [] }),
    token({ ...account, appId: 'tea/../evil.example' }),
  ])('is refused with the token %s', (UPLOADTHING_TOKEN) => {
    expect(refusal({ UPLOADTHING_TOKEN })).toEqual([expect.stringContaining('UPLOADTHING_TOKEN')])
  })
  test('is the simulated one only with SANDBOX', () => {
    expect(refusal({ UPLOADTHING_TOKEN: 'sandbox' })).toEqual([expect.stringContaining('SANDBOX=1')])
    const demonstration = { SANDBOX: '1', SANDBOX_PASSWORD: 'long enough for it' }
    expect(readEnv({ UPLOADTHING_TOKEN: 'sandbox', ...demonstration }).UPLOADTHING_TOKEN).toBe('sandbox')
    expect(readEnv({ ...deployed, VERCEL: '1', ...demonstration }).UPLOADTHING_TOKEN).toBe('sandbox')
    expect(readEnv({ ...deployed, VERCEL: '1' }).UPLOADTHING_TOKEN).toBeUndefined()
  })
})
