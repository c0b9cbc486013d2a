/** From its token. */
export interface UploadThingHosts {
  api_key: string
  ingest_url: string
  ingest_host: string
  /** The key of the file follows. */
  files_url: string
}

/** JSON in base64. undefined: invalid. */
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
