import { type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { singleton } from '@/db/singleton'
import type { Merchant } from './credentials'
import { unseal } from './seal'
import { isRecent, isSignedBy, readSignatureHeaders } from './signature'

/**
 * By serial; several during a rotation. Without the configured key of public-key mode: while a merchant migrates, the
 * provider signs with a key of either kind.
 */
interface KeyRing {
  keys: Map<string, KeyObject>
  /** The certificate that expires last, with which responses are to be signed. */
  newest: string | undefined
  refreshed_at: number
  /** Milliseconds since 1970. Failed attempts count, so that they are not repeated at once. */
  tried_at: number
}

const ringOf = (mchid: string): KeyRing =>
  singleton(`provider-keys.${mchid}`, () => ({ keys: new Map(), newest: undefined, refreshed_at: 0, tried_at: 0 }))

const refreshMilliseconds = 60_000
const maxAgeMilliseconds = 12 * 3_600_000

/** With this key, the provider is to sign the response. undefined: no certificate was fetched yet. */
export const preferredSerial = (merchant: Merchant) => merchant.platform_key?.id ?? ringOf(merchant.mchid).newest

/**
 * Within five minutes. Fetches certificates if the serial is unknown or they are 12 hours old, at most once a minute.
 * false for a test signature (`WECHATPAY/SIGNTEST/…`), which is wrong by design.
 */
export async function isFromProvider(
  merchant: Merchant,
  headers: Headers,
  body: string,
  { now, fetchCertificates }: { now: Date; fetchCertificates: () => Promise<void> },
): Promise<boolean> {
  const signature = readSignatureHeaders(headers)
  if (!signature || !isRecent(signature['wechatpay-timestamp'], now)) return false
  const serial = signature['wechatpay-serial']
  const ring = ringOf(merchant.mchid)
  const known = () => (merchant.platform_key?.id === serial ? merchant.platform_key.key : ring.keys.get(serial))
  const needsRefresh = !merchant.platform_key && (!known() || now.getTime() - ring.refreshed_at > maxAgeMilliseconds)
  if (needsRefresh && now.getTime() - ring.tried_at > refreshMilliseconds) {
    ring.tried_at = now.getTime()
    await fetchCertificates()
  }
  const key = known()
  return key !== undefined && isSignedBy(key, body, signature)
}

const Certificates = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      effective_time: z.string(),
      expire_time: z.string(),
      encrypt_certificate: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        associated_data: z.string().optional(),
        ciphertext: z.string(),
      }),
    }),
  ),
})

/**
 * From `GET /v3/certificates`, encrypted with the APIv3 key, which only both sides know. false: a wrong signature,
 * nothing stored. Throws if a certificate cannot be decrypted or has a wrong serial.
 */
export function storeCertificates(merchant: Merchant, headers: Headers, body: string, now: Date): boolean {
  const { data } = Certificates.parse(JSON.parse(body))
  const certificates = data.map((one) => {
    const certificate = new X509Certificate(unseal(merchant.apiv3_key, one.encrypt_certificate))
    if (certificate.serialNumber.toUpperCase() !== one.serial_no.toUpperCase())
      throw new Error('a certificate has another serial than the response says')
    return { serial: one.serial_no, key: certificate.publicKey, expires_at: new Date(one.expire_time) }
  })
  const valid = certificates.filter((one) => one.expires_at > now)
  const signature = readSignatureHeaders(headers)
  const signer = valid.find((one) => one.serial === signature?.['wechatpay-serial'])
  if (
    !signature ||
    !signer ||
    !isRecent(signature['wechatpay-timestamp'], now) ||
    !isSignedBy(signer.key, body, signature)
  )
    return false
  const ring = ringOf(merchant.mchid)
  ring.keys = new Map(valid.map((one) => [one.serial, one.key]))
  ring.newest = valid.toSorted((a, b) => b.expires_at.getTime() - a.expires_at.getTime())[0]?.serial
  ring.refreshed_at = now.getTime()
  return true
}
