import type { Settings } from '@/lib/kit/config/registry'
import type { Env } from '@/lib/kit/env'

const mebibyte = 1024 * 1024

/** A function on Vercel receives at most 4.5 MB. */
export const maxFileSize = (_: Settings, { VERCEL }: Env) => (VERCEL ? 4 : 10) * mebibyte

/** On Vercel, the simulated storage is a function and has the limit of functions. */
export const maxDirectSize = ({ VERCEL, UPLOADTHING_TOKEN }: Pick<Env, 'VERCEL' | 'UPLOADTHING_TOKEN'>) =>
  (VERCEL && UPLOADTHING_TOKEN === 'sandbox' ? 4 : 10) * mebibyte

export const maxPictureSize = 4 * mebibyte

/** As many as current phones take. Rotating such a JPEG takes less than half a gigabyte of memory. */
export const maxPixels = 50_000_000

/** In bytes, with variants. */
export interface Quota {
  all: number
  /** Less than `all`, so that the files of the shop have room. */
  customers: number
  customer: number
}

export function quotaOf(settings: Settings): Quota {
  const all = settings['file.quota_mb'] * mebibyte
  const customers = Math.floor(all / 4)
  return { all, customers, customer: Math.min(32 * mebibyte, customers) }
}
