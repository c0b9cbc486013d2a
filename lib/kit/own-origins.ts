import { env } from '@/lib/kit/env'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import { hostsOfToken } from './uploadthing-hosts'

export const filesPrefix = '/files/'

/** This server, the host of its files, and a storage outside of this server. */
export function ownOrigins(): OwnOrigins {
  const { BASE_URL, ASSET_URL, UPLOADTHING_TOKEN } = env()
  const hosts = hostsOfToken(UPLOADTHING_TOKEN ?? '')
  return [BASE_URL, ...(ASSET_URL === BASE_URL ? [] : [ASSET_URL]), ...(hosts ? [hosts.files_url] : [])]
}
