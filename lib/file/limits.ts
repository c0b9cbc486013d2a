import type { Settings } from '@/lib/kit/config/registry'
import type { Env } from '@/lib/kit/env'

const mebibyte = 1024 * 1024

/** Maximum bytes of a file. A function on Vercel receives at most 4.5 MB. */
export const maxFileSize = (_: Settings, { VERCEL }: Env) => (VERCEL ? 4 : 10) * mebibyte

/**
 * Maximum bytes of a file that the browser uploads directly to the storage. On Vercel, the simulated storage is a
 * function and has the limit of functions.
 */
export const maxDirectSize = ({ VERCEL, UPLOADTHING_TOKEN }: Pick<Env, 'VERCEL' | 'UPLOADTHING_TOKEN'>) =>
  (VERCEL && UPLOADTHING_TOKEN === 'sandbox' ? 4 : 10) * mebibyte

/** Maximum bytes of a customer's picture. */
export const maxPictureSize = 4 * mebibyte

/**
 * Maximum pixels of a picture: as many as current phones take. Rotating such a JPEG takes less than half a gigabyte of
 * memory.
 */
export const maxPixels = 50_000_000

/** The maximum bytes of stored files. */
export interface Quota {
  /** All files together, with their variants. */
  all: number
  /** The pictures of all customers together, so that the files of the shop have room. */
  customers: number
  /** The pictures of one customer. */
  customer: number
}

export function quotaOf(settings: Settings): Quota {
  const all = settings['file.quota_mb'] * mebibyte
  const customers = Math.floor(all / 4)
  return { all, customers, customer: Math.min(32 * mebibyte, customers) }
}
