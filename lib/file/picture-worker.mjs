// Processes one picture in a separate process that `lib/file/picture-process.ts` watches. Plain JavaScript, because
// Node runs the file itself, in every build. Functions, which start no processes, import it.

import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The interval at which the process reports its usage, in milliseconds. */
const interval = 50

/**
 * Returns a picture that writes its output as `mime`. AVIF and GIF become WebP: reading AVIF takes more memory and time
 * than any other type, and writing the palettes of GIF takes ten times as long.
 */
const encoded = (picture, mime, quality) => {
  switch (mime) {
    case 'image/jpeg':
      return picture.jpeg({ quality: quality ?? 88 })
    case 'image/png':
      return picture.png()
    default:
      return picture.webp({ quality: quality ?? 90, effort: 2 })
  }
}

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Writes the original and its variants to `folder`. Returns `picture` or `fault`. */
export async function processPicture({ source, folder, mime, most, variants, max_pixels }) {
  const sharp = await load().catch(() => undefined)
  if (!sharp) return { fault: 'unsupported' }
  const input = { limitInputPixels: max_pixels, failOn: 'error', sequentialRead: true }
  try {
    const { width, height, pages = 1, pageHeight = height } = await sharp(source, input).metadata()
    const animated = pages > 1 && most === null
    if (width * pageHeight * (animated ? pages : 1) > max_pixels) return { fault: 'too_big' }
    const upright = sharp(source, { ...input, animated }).autoOrient()
    const sized =
      most === null ? upright : upright.resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    const original = join(folder, 'original')
    const cleaned = await encoded(sized, mime, most === null ? undefined : 80).toFile(original)
    const written = animated ? [] : variants.filter((variant) => variant < cleaned.width)
    for (const variant of written) {
      const path = join(folder, String(variant))
      await sharp(original, input).resize({ width: variant }).webp({ quality: 80 }).toFile(path)
    }
    return { picture: { width: cleaned.width, height: cleaned.pageHeight ?? cleaned.height, variants: written } }
  } catch (error) {
    return { fault: await faultOf(error, () => sharp(source, input).stats()) }
  }
}

/**
 * Returns the fault of a picture. Writing fails for a truncated picture and for a full disk. If the picture can be
 * decoded, the disk is full.
 */
async function faultOf(error, decode) {
  const message = error instanceof Error ? error.message : ''
  if (/exceeds pixel limit/i.test(message)) return 'too_big'
  const mayBeFull = /no space left|write error|unable to write/i.test(message)
  const isWhole = () =>
    decode().then(
      () => true,
      () => false,
    )
  return mayBeFull && (await isWhole()) ? 'full' : 'broken'
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  // A stopping server still answers its open requests. This process ends with the server, however that ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', async (task) => {
    setInterval(() => {
      const { user, system } = process.cpuUsage()
      process.send({ memory: process.memoryUsage.rss(), processor: (user + system) / 1_000 })
    }, interval)
    process.send(await processPicture(task))
  })
}
