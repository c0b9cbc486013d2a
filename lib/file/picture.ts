import { join } from 'node:path'
import { singleton } from '@/db/singleton'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { WorkQueue } from '@/lib/kit/api/run/work-queue'
import { maxPixels } from './limits'
import { type PictureTask, type Processed, processHere, processInChild } from './picture-process'
import type { Mime } from './types'

/** In pixels. A picture has the variants that are narrower than itself. */
const variantWidths = [160, 480, 960, 1600] as const

/** In pixels. */
const customerSide = 1_600

/** Without a watched process: 24 million pixels take half a gigabyte, even from a file below a kilobyte. */
const maxUnwatchedAvif = 4_000_000

/** In a temporary place. */
export interface Part {
  path: string
  mime: Mime
  /** null: the original. */
  variant: number | null
}

export interface CleanedPicture {
  /** The original, then its variants. */
  parts: Part[]
  width: number
  height: number
}

/** One picture at a time, because each may need half a gigabyte. Customers' own queue does not delay staff. */
const queueOf = (kind: 'staff' | 'customers') =>
  singleton(
    `pictures.${kind}`,
    () => new WorkQueue({ atOnce: 1, capacity: 60, work: 'pictures are being processed', patience: 50_000 }),
  )

/** The last queued picture, by user id. */
const lines = () => singleton('pictures.lines', () => new Map<number, Promise<unknown>>())

/** Each customer has only one picture in the queue at a time. */
function inLine<R>(user_id: number, work: () => Promise<R>): Promise<R> {
  const known = lines()
  const done = (known.get(user_id) ?? Promise.resolve()).then(work, work)
  known.set(user_id, done)
  const leave = () => {
    if (known.get(user_id) === done) known.delete(user_id)
  }
  done.then(leave, leave)
  return done
}

interface Place {
  folder: string
  /** undefined: a picture of the shop. */
  customer: number | undefined
}

/**
 * Rotated by EXIF, in sRGB, without metadata (which may contain its location), with variants. AVIF and GIF become WebP;
 * an animation has no variants. A customer's: no variants, 1600 pixels a side, one frame, JPEG or WebP. Throws 400 if
 * broken, too large or too complex, 415 if this server processes no pictures.
 */
export function cleanPicture(source: string, mime: Mime, { folder, customer }: Place): Promise<CleanedPicture> {
  const isKept = mime === 'image/jpeg' || (mime === 'image/png' && customer === undefined)
  const stored = isKept ? mime : 'image/webp'
  const task: PictureTask = {
    source,
    folder,
    mime: stored,
    most: customer === undefined ? null : customerSide,
    variants: customer === undefined ? variantWidths : [],
    max_pixels: mime === 'image/avif' && !isWatched() ? maxUnwatchedAvif : maxPixels,
  }
  const work = () => (isWatched() ? processInChild(task) : processHere(task))
  const clean = async (): Promise<CleanedPicture> => {
    const processed =
      customer === undefined
        ? await queueOf('staff').run(work)
        : await inLine(customer, () => queueOf('customers').run(work))
    if ('fault' in processed) throw refusalOf(processed.fault, task)
    const { width, height, variants } = processed.picture
    const original: Part = { path: join(folder, 'original'), mime: stored, variant: null }
    const parts = variants.map(
      (variant): Part => ({ path: join(folder, String(variant)), mime: 'image/webp', variant }),
    )
    return { parts: [original, ...parts], width, height }
  }
  return clean()
}

/** Serverless functions start no child process. */
const isWatched = () => !process.env.BUILT_FOR_FUNCTIONS

/** Messages of the library name files of this server, and are not for clients. */
function refusalOf(fault: Extract<Processed, { fault: unknown }>['fault'], { max_pixels }: PictureTask) {
  switch (fault) {
    case 'too_big':
      return invalid(
        'body',
        'file',
        'too_big',
        `A picture of this type may have at most ${max_pixels / 1_000_000} megapixels.`,
        { maximum: max_pixels, unit: 'pixels' },
      )
    case 'too_complex':
      return invalid(
        'body',
        'file',
        'too_complex',
        'The picture takes too much memory or time to process. Save it with fewer pixels, or as JPEG.',
      )
    case 'full':
      return problem('storage_full', { detail: 'There is no space left for files.' })
    case 'unsupported':
      return problem('unsupported_media_type', { detail: 'This server cannot process pictures.' })
    default:
      return invalid('body', 'file', 'invalid', 'The picture is broken or incomplete.')
  }
}
