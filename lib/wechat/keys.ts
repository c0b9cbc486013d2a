import { type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { once } from '@/db/once'
import type { Merchant } from './credentials'
import { unseal } from './seal'
import { isRecent, isSignedBy, readSignatureHeaders } from './signature'

/**
 * The provider's public keys by serial. The public-key mode has one, configured; the certificate mode fetches its own,
 * several during a rotation. Both kinds may be in use at once while a merchant migrates, so one map holds them all.
 */
interface KeyRing {
  keys: Map<string, KeyObject>
  /** The certificate that is valid longest: the one to ask answers to be signed with. */
  newest: string | undefined
  refreshed_at: number
  /** A refresh that failed is not repeated at once either. */
  tried_at: number
}

const ringOf = (mchid: string): KeyRing =>
  once(`provider-keys.${mchid}`, () => ({ keys: new Map(), newest: undefined, refreshed_at: 0, tried_at: 0 }))

const refreshMilliseconds = 60_000
const maximumAge = 12 * 3_600_000

/** The `Wechatpay-Serial` to send: with which key the answer is to be signed. */
export const preferredSerial = (merchant: Merchant) => merchant.platform_key?.id ?? ringOf(merchant.mchid).newest

/**
 * Whether the provider signed this body recently with a key of its own. An unknown serial makes the certificates be
 * fetched (at most once a minute); a probing signature (`WECHATPAY/SIGNTEST/…`) is simply a wrong one.
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
  const isWanting = !merchant.platform_key && (!known() || now.getTime() - ring.refreshed_at > maximumAge)
  if (isWanting && now.getTime() - ring.tried_at > refreshMilliseconds) {
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
 * Takes over the answer of `GET /v3/certificates`. Trust comes from the seal, which only the holder of the APIv3 key
 * can make; the answer's signature is then verified with the certificate that came inside. False: not to be trusted.
 */
export function takeCertificates(merchant: Merchant, headers: Headers, body: string, now: Date): boolean {
  const { data } = Certificates.parse(JSON.parse(body))
  const certificates = data.map((one) => {
    const certificate = new X509Certificate(unseal(merchant.apiv3_key, one.encrypt_certificate))
    if (certificate.serialNumber.toUpperCase() !== one.serial_no.toUpperCase())
      throw new Error('a certificate has another serial')
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
