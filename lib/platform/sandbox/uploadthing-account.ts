import { env } from '@/lib/kit/env'
import { signatureOf } from '@/lib/kit/signature'

/** The path of the simulated UploadThing. Below this path are `ingest`, `api`, and the files at `a/<app>/<key>`. */
export const uploadThingRoot = '/sandbox/uploadthing'

export const uploadThingApp = 'sandbox'

/** The path of files in the simulated UploadThing, which is followed by the key of a file. */
export const uploadThingFiles = `${uploadThingRoot}/a/${uploadThingApp}/`

/**
 * Returns the API key of the simulated account. All processes of a shop derive the same key from the secret of the
 * shop.
 */
export const uploadThingKey = () => `sk_sandbox_${signatureOf('sandbox_uploadthing', uploadThingApp)}`

/** Returns the options that make the UploadThing library use the simulated UploadThing. */
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
