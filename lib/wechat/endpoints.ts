import { z } from 'zod'
import { endpoint, provider } from '@/lib/kit/api/endpoint/endpoint'
import { raw, text } from '@/lib/kit/api/run/body'
import { isMessage, receive } from './event'

const signed = {
  signature: z.string().max(64),
  timestamp: z.string().max(16),
  nonce: z.string().max(64),
}

export const checkMessageUrl = endpoint({
  method: 'GET',
  path: '/v1/wechat/event',
  summary: 'Check of the address for messages',
  description:
    'The platform calls this when the address is set in its console, with a signature over WECHAT_MESSAGE_TOKEN. The answer is echostr.',
  access: provider(isMessage),
  query: z.object({ ...signed, echostr: z.string().max(128) }),
  output: text,
  example: {
    query: { signature: '…', timestamp: '1795300000', nonce: '1320562132', echostr: '4375120948345356249' },
    output: '4375120948345356249',
  },
  handle: async ({ query }) => query.echostr,
})

export const receiveMessage = endpoint({
  method: 'POST',
  path: '/v1/wechat/event',
  summary: 'Message of the platform',
  description:
    'Only the platform may call this: it reports settlements, reminds of shipping, and tells the way of parcels (add_express_path). JSON, encrypted with WECHAT_MESSAGE_AES_KEY if that is set. Each message is handled once; an unknown event is stored, and staff are notified; a failed one is delivered again. What a message says of a payment is not trusted: its state is read from the platform.',
  access: provider(isMessage),
  query: z.object({
    ...signed,
    encrypt_type: z.string().max(16).optional(),
    msg_signature: z.string().max(64).optional(),
    openid: z.string().max(128).optional(),
  }),
  body: raw,
  output: text,
  transaction: 'manual',
  example: {
    query: { signature: '…', timestamp: '1795300000', nonce: '1320562132' },
    output: 'success',
  },
  async handle({ body }) {
    await receive(body)
    return 'success'
  },
})
