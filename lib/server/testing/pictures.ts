import sharp from 'sharp'

interface PictureOptions {
  width?: number
  height?: number
  /** Pictures with different seeds differ. Absent: a new seed. */
  seed?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
  /** Frames of an animation. */
  frames?: number
}

let seeds = 0

/** Random noise. */
export async function picture({
  width = 200,
  height = 100,
  seed = ++seeds,
  format = 'jpeg',
  frames = 1,
}: PictureOptions = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  let state = seed
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  const raw = { width, height: height * frames, channels: 3, ...(frames > 1 && { pageHeight: height }) } as const
  return sharp(pixels, { raw }).toFormat(format).toBuffer()
}

/** Encoded as by a browser. */
export function formWith(
  bytes: Uint8Array<ArrayBuffer>,
  { name = '图.jpg', ...fields }: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([bytes], { type: 'application/octet-stream' }), name)
  return form
}
