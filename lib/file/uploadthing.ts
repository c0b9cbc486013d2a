import { env } from '@/lib/kit/env'
import { hostsOfToken } from '@/lib/kit/uploadthing-hosts'
import { answerUploadThing } from '@/lib/platform/sandbox/uploadthing'
import {
  simulatedOptions,
  uploadThingFiles,
  uploadThingKey,
  uploadThingRoot,
} from '@/lib/platform/sandbox/uploadthing-account'
import { uploadPath } from './upload-path'

/** An account of UploadThing: the real one, or the simulated one of the demonstration. */
export interface UploadThing {
  /** How the library is configured. The API key is in the token. */
  options: {
    token: string
    fetch: typeof fetch
    /** It would log signed addresses. */
    logLevel: 'None'
    /** In development it would poll instead of being called back. */
    isDev: false
    /** Where the platform reports an upload. Never taken from a request, which may come under any name. */
    callbackUrl: string
    ingestUrl: string
    apiUrl?: string
    ufsHost?: string
    ufsAppIdLocation?: 'path'
  }
  /** With which both sides sign. */
  api_key: string
  /** How the addresses of files begin: a path of this server if it is simulated. */
  files_url: string
}

/** The account where `UPLOADTHING_TOKEN` names one; undefined: files are kept on this server. */
export function uploadThing(): UploadThing | undefined {
  const { UPLOADTHING_TOKEN: token, BASE_URL } = env()
  if (token === undefined) return undefined
  const common = { logLevel: 'None', isDev: false, callbackUrl: BASE_URL + uploadPath } as const
  const hosts = hostsOfToken(token)
  if (!hosts)
    return {
      options: { ...common, ...simulatedOptions(), fetch: fetchSimulated },
      api_key: uploadThingKey(),
      files_url: uploadThingFiles,
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

/** Reaches the simulated platform without a network, because a protected deployment cannot be reached by itself. */
const fetchSimulated: typeof fetch = async (input, init) => {
  const { origin, pathname } = urlOf(input)
  if (origin !== env().BASE_URL || !pathname.startsWith(`${uploadThingRoot}/`))
    throw new TypeError('this is not a host of UploadThing')
  return answerUploadThing(new Request(input, init))
}
