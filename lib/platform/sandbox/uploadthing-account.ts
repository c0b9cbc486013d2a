import { env } from '@/lib/kit/env'
import { signatureOf } from '@/lib/kit/signature'

/** Above `ingest`, `api`, and the files at `a/<app>/<key>`. */
export const uploadThingRoot = '/sandbox/uploadthing'

export const uploadThingApp = 'sandbox'

/** Followed by the key of a file. */
export const uploadThingFiles = `${uploadThingRoot}/a/${uploadThingApp}/`

/** All processes of a shop derive the same key from its secret. */
export const uploadThingKey = () => `sk_sandbox_${signatureOf('sandbox_uploadthing', uploadThingApp)}`

export function simulatedOptions() {
  const { BASE_URL } = env()
  const token = { apiKey: uploadThingKey(), appId: uploadThingApp, regions: ['sandbox'], ingestHost: 'localhost' }
  return {
    token: Buffer.from(JSON.stringify(token)).toString('base64'),
    ingestUrl: `${BASE_URL}${uploadThingRoot}/ingest`,
    apiUrl: `${BASE_URL}${uploadThingRoot}/api`,
    ufsHost: `${new URL(BASE_URL).host}${uploadThingRoot}`,
    ufsAppIdLocation: 'path',
  } as const
}
