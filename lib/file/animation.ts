import { readFile, writeFile } from 'node:fs/promises'
import type { Mime } from './types'

/**
 * Writes an animation without its metadata. Frames are not re-encoded, because that would cost memory for all of them,
 * and quality. Throws for a malformed file.
 */
export async function withoutMetadata(source: string, mime: Mime, target: string): Promise<void> {
  const bytes = await readFile(source)
  const cleaned = mime === 'image/webp' ? webpWithoutMetadata(bytes) : gifWithoutComments(bytes)
  await writeFile(target, cleaned)
}

/** The bits of a VP8X chunk for EXIF and XMP. */
const metadataBits = 0b0000_1100

/** A RIFF file without EXIF and XMP chunks, and without trailing bytes. */
function webpWithoutMetadata(bytes: Buffer): Buffer {
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const next = at + 8 + paddedSize(bytes.readUInt32LE(at + 4))
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)))
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~metadataBits, 8)
    if (name !== 'EXIF' && name !== 'XMP ') kept.push(chunk)
    at = next
  }
  const content = Buffer.concat(kept)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([header, content])
}

/** Chunks have an even number of bytes. */
const paddedSize = (size: number) => size + (size % 2)

const extensionIntroducer = 0x21
const imageSeparator = 0x2c
const trailer = 0x3b
const commentLabel = 0xfe
const applicationLabel = 0xff

/** The application extensions with the number of repetitions, which an animation needs. */
const neededApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** A GIF without comments, XMP and trailing bytes. */
function gifWithoutComments(bytes: Buffer): Buffer {
  const start = 13 + colorTableSize(bytes.readUInt8(10))
  const kept = [bytes.subarray(0, start)]
  for (let at = start; at < bytes.length; ) {
    const kind = bytes.readUInt8(at)
    if (kind === trailer) {
      kept.push(bytes.subarray(at, at + 1))
      break
    }
    let next: number
    let isKept = true
    if (kind === imageSeparator) {
      next = afterBlocks(bytes, at + 11 + colorTableSize(bytes.readUInt8(at + 9)))
    } else if (kind === extensionIntroducer) {
      const label = bytes.readUInt8(at + 1)
      next = afterBlocks(bytes, at + 2)
      isKept =
        label !== commentLabel &&
        (label !== applicationLabel || neededApplications.has(bytes.toString('latin1', at + 3, at + 14)))
    } else throw new RangeError('there is no block of a GIF')
    if (isKept) kept.push(bytes.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

/** Bytes of a color table, from its flags. */
const colorTableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The position after a list of blocks: each begins with its size, and an empty one ends the list. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}
