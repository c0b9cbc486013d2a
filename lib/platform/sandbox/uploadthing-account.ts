import { signatureOf } from '@/lib/kit/api/run/signature'
import { env } from '@/lib/kit/env'

/** The simulated UploadThing is below this path: `ingest`, `api`, and the files at `a/<app>/<key>`. */
export const uploadThingRoot = '/sandbox/uploadthing'

export const uploadThingApp = 'sandbox'

/** The path of a file's address, without its key. */
export const uploadThingFiles = `${uploadThingRoot}/a/${uploadThingApp}/`

/** The API key of the account, which every instance of a shop derives from the same secret. */
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
