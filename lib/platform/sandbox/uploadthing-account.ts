import { signatureOf } from '@/lib/kit/api/run/signature'
import { env } from '@/lib/kit/env'

/** The path of the simulated UploadThing. Below are `ingest`, `api`, and the files at `a/<app>/<key>`. */
export const uploadThingRoot = '/sandbox/uploadthing'

export const uploadThingApp = 'sandbox'

/** The path of files, before the key. */
export const uploadThingFiles = `${uploadThingRoot}/a/${uploadThingApp}/`

/** The API key of the account. All processes of a shop derive the same key from the secret of the shop. */
export const uploadThingKey = () => `sk_sandbox_${signatureOf('sandbox_uploadthing', uploadThingApp)}`

/** The options that make the library use the simulated platform. */
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
