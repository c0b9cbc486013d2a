import { env } from '@/lib/kit/env'
import { hostsOfToken } from '@/lib/kit/uploadthing-hosts'
import { simulation } from '@/lib/platform/simulation'
import { uploadPath } from './upload-path'

/** Real, or the simulated one of the demonstration. */
export interface UploadThing {
  /** Options of the library. The API key is in the token. */
  options: {
    token: string
    fetch: typeof fetch
    /** The library would log signed addresses. */
    logLevel: 'None'
    /** In the development mode, the library polls UploadThing instead of receiving callbacks. */
    isDev: false
    /** Never taken from a request, which may arrive under any host name. */
    callbackUrl: string
    ingestUrl: string
    apiUrl?: string
    ufsHost?: string
    ufsAppIdLocation?: 'path'
  }
  /** Signs requests of both sides. */
  api_key: string
  /** For the simulated UploadThing, a path of this server. */
  files_url: string
}

/** undefined: files are stored on this server. */
export function uploadThing(): UploadThing | undefined {
  const { UPLOADTHING_TOKEN: token, BASE_URL } = env()
  if (token === undefined) return undefined
  const common = { logLevel: 'None', isDev: false, callbackUrl: BASE_URL + uploadPath } as const
  const hosts = hostsOfToken(token)
  if (!hosts) {
    const { options, key, files } = simulation().uploadThing
    return { options: { ...common, ...options(), fetch: fetchSimulated }, api_key: key(), files_url: files }
  }
  const { api_key, ingest_url, ingest_host, files_url } = hosts
  // The library sends the API key to the origin that a callback names.
  const isKnown = ({ protocol, hostname }: URL) =>
    protocol === 'https:' &&
    (hostname === 'api.uploadthing.com' ||
      hostname.endsWith(`.${ingest_host}`) ||
      hostname === new URL(files_url).hostname)
  return {
    options: {
      ...common,
      token,
      ingestUrl: ingest_url,
      fetch: (input, init) => {
        if (!isKnown(urlOf(input))) return Promise.reject(new TypeError('this is not a host of UploadThing'))
        return fetch(input, { ...init, signal: withTimeout(init?.signal) })
      },
    },
    api_key,
    files_url,
  }
}

const timeout = 30_000
const withTimeout = (signal: AbortSignal | null | undefined) =>
  AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])

const urlOf = (input: string | URL | Request) => new URL(input instanceof Request ? input.url : input)

/** Without a network, because a protected deployment cannot reach itself. */
const fetchSimulated: typeof fetch = async (input, init) => {
  const { origin, pathname } = urlOf(input)
  const { answer, root } = simulation().uploadThing
  if (origin !== env().BASE_URL || !pathname.startsWith(`${root}/`))
    throw new TypeError('this is not a host of UploadThing')
  return answer(new Request(input, init))
}
