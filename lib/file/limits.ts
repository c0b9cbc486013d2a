import type { Settings } from '@/lib/kit/config/registry'
import type { Env } from '@/lib/kit/env'

const mebibyte = 1024 * 1024

/** Bytes of a file of the shop. A function of Vercel receives no body of more than 4.5 MB. */
export const maxFileSize = (_: Settings, { VERCEL }: Env) => (VERCEL ? 4 : 10) * mebibyte

/** Bytes of a file that the browser uploads to the storage itself. The simulated one is a function on Vercel, too. */
export const maxDirectSize = ({ VERCEL, UPLOADTHING_TOKEN }: Pick<Env, 'VERCEL' | 'UPLOADTHING_TOKEN'>) =>
  (VERCEL && UPLOADTHING_TOKEN === 'sandbox' ? 4 : 10) * mebibyte

/** Bytes of a customer's picture. */
export const maxPictureSize = 4 * mebibyte

/** Pixels of a picture. Twice as many need half a gigabyte of memory to be turned. */
export const maxPixels = 24_000_000

/** How many bytes files may have. */
export interface Quota {
  /** All together, with their variants. */
  all: number
  /** The pictures of all customers together, so that they leave room for the files of the shop. */
  customers: number
  /** The pictures of one customer. */
  customer: number
}

export function quotaOf(settings: Settings): Quota {
  const all = settings['file.quota_mb'] * mebibyte
  const customers = Math.floor(all / 4)
  return { all, customers, customer: Math.min(32 * mebibyte, customers) }
}
