import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { singleton } from '@/db/singleton'
import { invalid, type Problem, problem } from '@/lib/api/problem'
import { WorkQueue } from '@/lib/api/work-queue'
import { withoutMetadata } from './animation'
import { maxPixels } from './limits'
import { fileTypes, type Mime } from './types'

/** Widths of the variants, in pixels. A picture has those that are narrower than itself. */
const variantWidths = [160, 480, 960, 1600] as const

/** A file as it will be stored, in a temporary place. */
export interface Part {
  path: string
  mime: Mime
  /** The width of a variant; null: the original. */
  variant: number | null
}

export interface CleanedPicture {
  /** The original first. */
  parts: Part[]
  width: number
  height: number
}

/** Pixels of all frames of an animation together, which are decoded one after the other to see that it is complete. */
const maxAnimatedPixels = 8 * maxPixels

/** One picture at a time, because each may need a hundred megabytes and a processor. */
const queue = () =>
  singleton(
    'pictures',
    () => new WorkQueue({ atOnce: 1, capacity: 60, work: 'pictures are being processed', patience: 50_000 }),
  )

/**
 * Prepares a picture for storing: turned as its EXIF says, in sRGB, without metadata (which may say where it was taken),
 * and with its variants unless `variants` is false. An animation is kept as it is, without its metadata. Writes to
 * `folder`. Throws 400 for a picture that is broken, incomplete or has too many pixels, and 415 where this server cannot
 * process pictures.
 */
export function cleanPicture(
  source: string,
  mime: Mime,
  { folder, variants = true }: { folder: string; variants?: boolean },
): Promise<CleanedPicture> {
  return queue().run(async () => {
    const sharp = await loadSharp()
    const input = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
    try {
      const { width, height, pages = 1, pageHeight = height } = await sharp(source, input).metadata()
      if (width * pageHeight > maxPixels) throw tooManyPixels()
      const original = join(folder, 'original')
      const part: Part = { path: original, mime, variant: null }
      if (pages > 1) {
        if (width * pageHeight * pages > maxAnimatedPixels) throw tooManyPixels()
        // Decodes every frame, and keeps nothing of it.
        const whole = { ...input, animated: true, limitInputPixels: maxAnimatedPixels }
        await sharp(source, whole).resize({ width: 1 }).raw().toBuffer()
        await withoutMetadata(source, mime, original)
        return { parts: [part], width, height: pageHeight }
      }
      const cleaned = await encoded(sharp(source, input).autoOrient(), mime).toFile(original)
      const parts = [part]
      for (const variant of variants ? variantWidths : []) {
        if (variant >= cleaned.width) break
        const path = join(folder, String(variant))
        await sharp(original, input).resize({ width: variant }).webp({ quality: 80 }).toFile(path)
        parts.push({ path, mime: 'image/webp', variant })
      }
      return { parts, width: cleaned.width, height: cleaned.height }
    } catch (error) {
      throw await refusalOf(error, () => sharp(source, input).stats())
    }
  })
}

const encoded = (picture: Sharp, mime: Mime): Sharp => {
  switch (fileTypes[mime].extension) {
    case 'png':
      return picture.png()
    case 'webp':
      return picture.webp({ quality: 90 })
    case 'gif':
      return picture.gif()
    case 'avif':
      return picture.avif({ quality: 60, effort: 2 })
    default:
      return picture.jpeg({ quality: 88 })
  }
}

/** Loaded on first use: its library has 18 MB. */
async function loadSharp() {
  const { default: sharp } = await import(/* turbopackIgnore: true */ 'sharp').catch((cause: unknown) => {
    throw problem('unsupported_media_type', { detail: 'This server cannot process pictures.', cause })
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const tooManyPixels = () =>
  invalid('body', 'file', 'too_big', `A picture may have at most ${maxPixels / 1_000_000} megapixels.`, {
    maximum: maxPixels,
  })

/**
 * What sharp says about a picture is not for clients: it names files of this server. A picture that ends early fails where it is
 * written, as does a full disk; only the second one can be decoded.
 */
async function refusalOf(error: unknown, decode: () => Promise<unknown>): Promise<unknown> {
  if (!(error instanceof Error) || isProblem(error)) return error
  if (/exceeds pixel limit/i.test(error.message)) return tooManyPixels()
  const mayBeFull = /no space left|write error|unable to write/i.test(error.message)
  const isWhole = () =>
    decode().then(
      () => true,
      () => false,
    )
  if (mayBeFull && (await isWhole())) {
    return problem('storage_full', { detail: 'There is no space left for files.', cause: error })
  }
  return invalid('body', 'file', 'invalid', 'The picture is broken or incomplete.')
}

const isProblem = (error: Error): error is Problem => error.name === 'Problem'
