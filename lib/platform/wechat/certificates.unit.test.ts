import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Merchant } from './credentials'
import { isFromProvider } from './keys'
import { queryPayment, refreshCertificates } from './pay'
import { seal } from './seal'
import { parseAuthorization, signatureHeaders } from './signature'
import { setRuntime } from './transport'

/* The platform-certificate mode, with a self-signed certificate instead of the provider's. */

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'testing', name), 'utf8')
const certificate = fixture('platform-certificate.pem')
const key = createPrivateKey(fixture('platform-key.pem'))
const serial = '5A1B2C3D4E5F60718293A4B5C6D7E8F901234567'
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const apiv3_key = 'k'.repeat(32)

let merchant: Merchant
let now: Date
let paths: string[]
let certificates: { serial_no: string; expire_time: string; seal_key: string; signer: typeof key }

let mchid = 1_900_000_000
beforeEach(() => {
  // Keys are cached per merchant, so each test uses a new one.
  merchant = {
    appid: 'wx1',
    mchid: String(++mchid),
    serial: 'ABCDEF12',
    private_key: stranger.privateKey,
    apiv3_key,
    platform_key: undefined,
    base: 'https://pay.example.com',
    notify_url: 'https://shop.example.com/v1/pay/notify',
  }
  now = new Date('2026-06-01T00:00:00Z')
  paths = []
  certificates = { serial_no: serial, expire_time: '2031-06-01T00:00:00+08:00', seal_key: apiv3_key, signer: key }
  setRuntime({ fetch: provider, now: () => now, pause: async () => {} })
})

const seconds = () => Math.floor(now.getTime() / 1000)
const signed = (body: string, by = key) =>
  new Response(body, { headers: { ...signatureHeaders(body, { key: by, serial, timestamp: seconds(), nonce: 'n' }) } })

async function provider(input: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(input)
  paths.push(pathname)
  const headers = new Headers(init.headers)
  expect(parseAuthorization(headers.get('authorization') ?? '')).toMatchObject({
    mchid: merchant.mchid,
    serial_no: 'ABCDEF12',
  })
  expect([headers.get('accept'), headers.get('user-agent')]).toEqual(['application/json', 'mini-shop'])
  if (pathname !== '/v3/certificates')
    return signed(JSON.stringify({ mchid: merchant.mchid, out_trade_no: 'P1', trade_state: 'NOTPAY' }))
  const { serial_no, expire_time, seal_key, signer } = certificates
  const encrypt_certificate = seal(seal_key, certificate, { nonce: '14b16c03dc1b', associated_data: 'certificate' })
  return signed(
    JSON.stringify({
      data: [{ serial_no, effective_time: '2026-01-01T00:00:00+08:00', expire_time, encrypt_certificate }],
    }),
    signer,
  )
}

describe('an answer signed by a platform certificate', () => {
  test('is verified with a certificate that is fetched once and cached', async () => {
    for (let at = 0; at < 3; at++) expect(await queryPayment(merchant, 'P1')).toMatchObject({ trade_state: 'NOTPAY' })
    expect(paths.filter((path) => path === '/v3/certificates')).toHaveLength(1)
  })

  test('fetches the certificates again after half a day', async () => {
    await queryPayment(merchant, 'P1')
    now = new Date(now.getTime() + 13 * 3_600_000)
    await queryPayment(merchant, 'P1')
    expect(paths.filter((path) => path === '/v3/certificates')).toHaveLength(2)
  })

  test.each([
    ['sealed with another key', () => Object.assign(certificates, { seal_key: 'x'.repeat(32) })],
    ['of another serial than it says', () => Object.assign(certificates, { serial_no: 'FFFF' })],
    ['expired', () => Object.assign(certificates, { expire_time: '2026-05-01T00:00:00+08:00' })],
    ['whose answer somebody else signed', () => Object.assign(certificates, { signer: stranger.privateKey })],
  ])('is refused with a certificate %s', async (_, alter) => {
    alter()
    await expect(refreshCertificates(merchant)).rejects.toMatchObject({ code: 'provider_error' })
    await expect(queryPayment(merchant, 'P1')).rejects.toMatchObject({ code: 'provider_error' })
  })
})

test('a callback with an unknown serial fetches the certificates at most once a minute', async () => {
  const body = '{}'
  const unknown = new Headers(
    Object.entries(signatureHeaders(body, { key, serial: 'FFFF', timestamp: seconds(), nonce: 'n' })),
  )
  const verifyUnknown = () =>
    isFromProvider(merchant, unknown, body, { now, fetchCertificates: () => refreshCertificates(merchant) })
  for (let at = 0; at < 5; at++) expect(await verifyUnknown()).toBe(false)
  expect(paths).toEqual(['/v3/certificates'])
  const known = new Headers(Object.entries(signatureHeaders(body, { key, serial, timestamp: seconds(), nonce: 'n' })))
  expect(await isFromProvider(merchant, known, body, { now, fetchCertificates: async () => {} })).toBe(true)
})

test('while a merchant migrates, callbacks of both modes are verified', async () => {
  await refreshCertificates(merchant)
  const both = { ...merchant, platform_key: { id: 'PUB_KEY_ID_1', key: stranger.publicKey } }
  const verifyAs = (by: typeof key, name: string) => {
    const headers = new Headers(
      Object.entries(signatureHeaders('{}', { key: by, serial: name, timestamp: seconds(), nonce: 'n' })),
    )
    return isFromProvider(both, headers, '{}', { now, fetchCertificates: async () => {} })
  }
  expect([
    await verifyAs(stranger.privateKey, 'PUB_KEY_ID_1'),
    await verifyAs(key, serial),
    await verifyAs(key, 'PUB_KEY_ID_1'),
  ]).toEqual([true, true, false])
})
