import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnv } from '@/lib/kit/env'
import { seal, sealAlgorithm, unseal } from './seal'
import {
  authorization,
  isPaySignBy,
  isRecent,
  isRequestSignedBy,
  isSignedBy,
  parseAuthorization,
  payParameters,
  readSignatureHeaders,
  signatureHeaders,
} from './signature'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [ours, theirs] = [pair(), pair()]

describe('sealing', () => {
  // Test vector of the official Java SDK (AeadAesCipherTest).
  const official = { key: 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb', nonce: 'uluk4a9R25RW', associated_data: 'associatedData' }
  test('reproduces the official vector both ways', () => {
    const ciphertext = 'ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI='
    expect(seal(official.key, 'message', official).ciphertext).toBe(ciphertext)
    expect(unseal(official.key, { algorithm: sealAlgorithm, ciphertext, ...official })).toBe('message')
  })

  // Test vectors of wechatpay-axios-plugin (aes.test.js); its nonce has sixteen bytes.
  const plugin = { key: '0123456789abcdef0123456789abcdef', nonce: '0123456789abcdef' }
  test.each([
    ['hello', 'world', 'APoZlYpivU3HjbAiB4CvW1rAFr8J'],
    ['', '', 'GvpmmdtYwexXIPhySs9Tlg=='],
  ])('reproduces %j with %j', (text, associated_data, ciphertext) => {
    expect(seal(plugin.key, text, { ...plugin, associated_data }).ciphertext).toBe(ciphertext)
    expect(unseal(plugin.key, { algorithm: sealAlgorithm, ciphertext, nonce: plugin.nonce, associated_data })).toBe(
      text,
    )
  })

  test('missing and empty associated data are the same', () => {
    const { ciphertext, nonce } = seal(plugin.key, 'x', { nonce: plugin.nonce })
    expect(unseal(plugin.key, { algorithm: sealAlgorithm, ciphertext, nonce })).toBe('x')
    expect(unseal(plugin.key, { algorithm: sealAlgorithm, ciphertext, nonce, associated_data: '' })).toBe('x')
  })

  const sealed = seal(official.key, '{"paid":true}', official)
  const altered = (at: number) => {
    const bytes = Buffer.from(sealed.ciphertext, 'base64')
    bytes[at < 0 ? bytes.length + at : at] = (bytes.at(at) ?? 0) ^ 1
    return bytes.toString('base64')
  }
  test.each([
    ['an altered text', { ...sealed, ciphertext: altered(0) }],
    ['an altered tag', { ...sealed, ciphertext: altered(-1) }],
    [
      'a tag cut to four bytes',
      { ...sealed, ciphertext: Buffer.from(sealed.ciphertext, 'base64').subarray(0, -12).toString('base64') },
    ],
    ['less than a tag', { ...sealed, ciphertext: 'AAAA' }],
    ['other associated data', { ...sealed, associated_data: 'x' }],
    ['another nonce', { ...sealed, nonce: 'uluk4a9R25RX' }],
    ['another algorithm', { ...sealed, algorithm: 'AES' }],
  ])('%s is not decrypted', (_, wrong) => {
    expect(() => unseal(official.key, wrong)).toThrow()
  })
})

describe('a request', () => {
  const request = { method: 'POST', path: '/v3/pay/transactions/jsapi?x=1', body: '{"description":"龙井"}' }
  const header = authorization(request, {
    mchid: '1900007291',
    serial: 'ABC123',
    key: ours.privateKey,
    timestamp: 1554208460,
    nonce: 'N0NCE',
  })
  const parsed = parseAuthorization(header)

  test('is signed in the documented form', () => {
    expect(header).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="N0NCE",signature="[A-Za-z0-9+/]{342}==",timestamp="1554208460",serial_no="ABC123"$/,
    )
    expect(parsed).toMatchObject({ mchid: '1900007291', serial_no: 'ABC123', timestamp: '1554208460' })
  })

  test('is verified over method, path, time, nonce and body', () => {
    if (!parsed) throw new Error('not parsed')
    const by = (changed: object) => isRequestSignedBy(ours.publicKey, { ...request, ...changed }, parsed)
    expect(by({})).toBe(true)
    for (const changed of [
      { method: 'GET' },
      { path: '/v3/pay/transactions/jsapi' },
      { body: '' },
      { body: `${request.body}\n` },
    ])
      expect(by(changed)).toBe(false)
    expect(isRequestSignedBy(ours.publicKey, request, { ...parsed, timestamp: '1554208461' })).toBe(false)
    expect(isRequestSignedBy(theirs.publicKey, request, parsed)).toBe(false)
  })

  test.each([
    '',
    'Bearer x',
    'WECHATPAY2-SHA256-RSA2048',
    'WECHATPAY2-SHA256-RSA2048 mchid="1"',
    header.replace('RSA2048', 'SM2'),
  ])('%j is not such a header', (wrong) => {
    expect(parseAuthorization(wrong)).toBeUndefined()
  })
})

describe('an answer', () => {
  const body = '{"a":1}'
  const signed = signatureHeaders(body, {
    key: theirs.privateKey,
    serial: 'PUB_KEY_ID_1',
    timestamp: 1_700_000_000,
    nonce: 'x',
  })

  test('is verified over time, nonce and body', () => {
    expect(isSignedBy(theirs.publicKey, body, signed)).toBe(true)
    expect(isSignedBy(theirs.publicKey, '', signed)).toBe(false)
    expect(isSignedBy(theirs.publicKey, body, { ...signed, 'wechatpay-nonce': 'y' })).toBe(false)
    expect(isSignedBy(ours.publicKey, body, signed)).toBe(false)
  })

  test('with an empty body is signed too', () => {
    const empty = signatureHeaders('', { key: theirs.privateKey, serial: 'S', timestamp: 1, nonce: 'x' })
    expect(isSignedBy(theirs.publicKey, '', empty)).toBe(true)
  })

  test('with a probing signature is refused', () => {
    expect(
      isSignedBy(theirs.publicKey, body, {
        ...signed,
        'wechatpay-signature': `WECHATPAY/SIGNTEST/${signed['wechatpay-signature'].slice(20)}`,
      }),
    ).toBe(false)
  })

  test('with a missing header or another signature type is refused', () => {
    const headers = new Headers(Object.entries(signed))
    expect(readSignatureHeaders(headers)).toEqual(signed)
    headers.set('wechatpay-signature-type', 'WECHATPAY2-SM2-WITH-SM3')
    expect(readSignatureHeaders(headers)).toBeUndefined()
    for (const name of Object.keys(signed)) {
      const lacking = new Headers(Object.entries(signed))
      lacking.delete(name)
      expect(readSignatureHeaders(lacking)).toBeUndefined()
    }
  })

  test.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('is %i seconds old: %s', (age, expected) => {
    expect(isRecent('1700000000', new Date((1_700_000_000 + age) * 1000))).toBe(expected)
  })
  test.each(['', 'x', '1e9', '-1'])('with the time %j is not recent', (time) =>
    expect(isRecent(time, new Date())).toBe(false),
  )
})

test('the parameters of wx.requestPayment are signed over four lines', () => {
  const given = payParameters('wx2014', {
    appid: 'wx2421b1c4370ec43b',
    key: ours.privateKey,
    timestamp: 1414561699,
    nonce: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
  })
  expect(given).toMatchObject({ timeStamp: '1414561699', package: 'prepay_id=wx2014', signType: 'RSA' })
  expect(isPaySignBy(ours.publicKey, 'wx2421b1c4370ec43b', given)).toBe(true)
  expect(isPaySignBy(ours.publicKey, 'wx2421b1c4370ec43c', given)).toBe(false)
  expect(isPaySignBy(ours.publicKey, 'wx2421b1c4370ec43b', { ...given, package: 'prepay_id=wx2015' })).toBe(false)
})

describe('the environment', () => {
  const private_key = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const public_key = theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const complete = {
    WECHAT_APPID: 'wx1',
    WECHAT_SECRET: 's',
    WECHATPAY_MCHID: '1900007291',
    WECHATPAY_SERIAL: 'abc12345',
    WECHATPAY_PRIVATE_KEY: private_key,
    WECHATPAY_APIV3_KEY: 'x'.repeat(32),
    WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
    WECHATPAY_PUBLIC_KEY: public_key,
  }
  const refusal = (changed: Record<string, string | undefined>) => {
    try {
      readEnv({ ...complete, ...changed })
      return []
    } catch (error) {
      if (error instanceof EnvironmentError) return error.sentences
      throw error
    }
  }

  test('is accepted when it is complete, also with a PEM in one line', () => {
    expect(readEnv(complete)).toMatchObject({
      WECHATPAY_SERIAL: 'ABC12345',
      WECHATPAY_BASE: 'https://api.mch.weixin.qq.com',
    })
    expect(refusal({ WECHATPAY_PRIVATE_KEY: private_key.replaceAll('\n', '\\n') })).toEqual([])
  })

  test.each([
    [{ WECHATPAY_APIV3_KEY: 'x'.repeat(31) }, 'WECHATPAY_APIV3_KEY must have exactly 32'],
    [{ WECHATPAY_PRIVATE_KEY: 'no such file' }, 'WECHATPAY_PRIVATE_KEY must be a PEM'],
    [{ WECHATPAY_SERIAL: undefined }, 'WECHATPAY_SERIAL is missing'],
    [{ WECHATPAY_PUBLIC_KEY: undefined }, 'WECHATPAY_PUBLIC_KEY is missing'],
    [{ WECHAT_SECRET: undefined }, 'WECHAT_SECRET is missing'],
    [{ WECHATPAY_BASE: 'http://pay.example.com' }, 'WECHATPAY_BASE must be an https URL'],
    [{ SANDBOX: '1' }, 'SANDBOX must be off'],
  ])('%j is refused in one sentence', (changed, sentence) => {
    const sentences = refusal(changed)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toContain(sentence)
  })

  test('http is allowed on loopback hosts only', () => {
    expect(refusal({ WECHATPAY_BASE: 'http://127.0.0.1:9000/x' })).toEqual([])
    expect(refusal({ WECHATPAY_BASE: 'http://localhost.evil.example' })).toHaveLength(1)
  })
})
