import { seal } from '@/lib/platform/wechat/seal'
import { signatureHeaders } from '@/lib/platform/wechat/signature'
import type { SandboxAccount } from './account'
import { beijingTime, digits, hex } from './numbers'
import type { Delivery } from './schedule'

const summaries = { transaction: '支付成功', refund: '退款结果' } as const

/** Encrypted and signed for this attempt. Transport faults affect the first attempt only. */
export function callback(delivery: Delivery, account: SandboxAccount, now: Date) {
  const { event_id, event_type, original_type, resource, created_at, attempts } = delivery
  const transport = attempts === 1 ? delivery.fault : null
  const sealed = seal(account.apiv3_key, JSON.stringify(resource), {
    nonce: hex(12),
    associated_data: delivery.fault === 'empty_associated_data' ? '' : original_type,
  })
  const summary = summaries[original_type]
  const body = JSON.stringify({
    id: event_id,
    create_time: beijingTime(created_at),
    resource_type: 'encrypt-resource',
    event_type,
    summary,
    resource: {
      original_type,
      ...sealed,
      ...(transport === 'altered_tag' && { ciphertext: alterEnd(sealed.ciphertext) }),
    },
  })
  const unixTime = Math.floor(now.getTime() / 1000)
  const signed = signatureHeaders(body, {
    key: account.platform_private_key,
    serial: transport === 'wrong_serial' ? `PUB_KEY_ID_01${digits(32)}` : account.platform_public_key_id,
    timestamp: transport === 'old_timestamp' ? unixTime - 600 : unixTime,
    nonce: hex(32),
  })
  if (transport === 'probe') signed['wechatpay-signature'] = asProbe(signed['wechatpay-signature'])
  return {
    headers: {
      'content-type': 'application/json',
      accept: '*/*',
      'user-agent': 'Mozilla/4.0',
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      ...signed,
    },
    // The shop does not use the summary, so only the signature reveals the change.
    body: transport === 'altered_body' ? body.replace(summary, `${summary}!`) : body,
  }
}

/** Changes the last byte. */
function alterEnd(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return bytes.toString('base64')
}

const probe = 'WECHATPAY/SIGNTEST/'

/** The provider sometimes sends such a signature to test whether merchants verify. */
export const asProbe = (signature: string) => probe + signature.slice(probe.length)
