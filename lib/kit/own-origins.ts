import { env } from '@/lib/kit/env'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import { hostsOfToken } from './uploadthing-hosts'

/** The beginning of the paths of files on this server. */
export const filesPrefix = '/files/'

/**
 * Returns the origins of the shop's own pictures: this server, the host of its files, and a storage outside of this
 * server.
 */
export function ownOrigins(): OwnOrigins {
  const { BASE_URL, ASSET_URL, UPLOADTHING_TOKEN } = env()
  const hosts = hostsOfToken(UPLOADTHING_TOKEN ?? '')
  return [BASE_URL, ...(ASSET_URL === BASE_URL ? [] : [ASSET_URL]), ...(hosts ? [hosts.files_url] : [])]
}
