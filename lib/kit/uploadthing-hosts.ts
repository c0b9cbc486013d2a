/** The hosts of an UploadThing account, from its token. */
export interface UploadThingHosts {
  api_key: string
  /** The origin to which files are uploaded. */
  ingest_url: string
  /** The parent domain of all hosts to which files are uploaded. */
  ingest_host: string
  /** The prefix of the addresses of files; the key of the file follows. */
  files_url: string
}

/** Reads the token of an UploadThing account, which is a JSON object in base64. undefined: the token is invalid. */
export function hostsOfToken(token: string): UploadThingHosts | undefined {
  let content: unknown
  try {
    content = JSON.parse(atob(token))
  } catch {
    return undefined
  }
  if (typeof content !== 'object' || content === null) return undefined
  const { apiKey, appId, regions, ingestHost = 'ingest.uploadthing.com' }: Record<string, unknown> = { ...content }
  const region: unknown = Array.isArray(regions) ? regions[0] : undefined
  const isComplete =
    typeof apiKey === 'string' && apiKey.startsWith('sk_') && isHost(appId) && isHost(region) && isHost(ingestHost)
  if (!isComplete) return undefined
  return {
    api_key: apiKey,
    ingest_url: `https://${region}.${ingestHost}`,
    ingest_host: ingestHost,
    files_url: `https://${appId}.ufs.sh/f/`,
  }
}

const isHost = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,200}$/.test(value)
