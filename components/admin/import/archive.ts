import { decoded, encodingOf } from '@/lib/kit/spreadsheet/encoding.mjs'

/* By the central directory: only the compressed parts that are needed are read, one at a time. */

export interface ArchiveEntry {
  /** Including folders. */
  path: string
  /** Unpacked, in bytes, as declared in the archive. */
  size: number
  /** The reason why the file cannot be unpacked. */
  problem: 'encrypted' | 'unsupported' | undefined
  /** Throws `DamagedArchive`, also if the content is larger than `size`. */
  unpack(): Promise<Uint8Array<ArrayBuffer>>
}

export class DamagedArchive extends Error {
  override name = 'DamagedArchive'
}

/** In several parts, or with more than 4 GB or 65,534 files. */
export class UnsupportedArchive extends Error {
  override name = 'UnsupportedArchive'
}

const signatures = { end: 0x06_05_4b_50, entry: 0x02_01_4b_50, file: 0x04_03_4b_50 }
const endSize = 22
const entrySize = 46
const headerSize = 30
const maxComment = 65_535
/** Values that refer to the ZIP64 extension. */
const large = { short: 0xff_ff, long: 0xff_ff_ff_ff }

const flag = { encrypted: 1, utf8: 1 << 11, encryptedDirectory: 1 << 13 }
const method = { stored: 0, deflated: 8 }

/** Compressed bytes: in small steps, a decompression bomb is detected before it fills the memory. */
const step = 16_384

async function viewOf(blob: Blob, start: number, length: number): Promise<DataView<ArrayBuffer>> {
  if (start < 0 || start + length > blob.size) throw new DamagedArchive('A part of the archive is missing.')
  return new DataView(await blob.slice(start, start + length).arrayBuffer())
}

/** Throws `DamagedArchive` or `UnsupportedArchive`. */
export async function readArchive(blob: Blob): Promise<ArchiveEntry[]> {
  const length = Math.min(blob.size, endSize + maxComment)
  const tail = await viewOf(blob, blob.size - length, length)
  let at = length - endSize
  while (at >= 0 && tail.getUint32(at, true) !== signatures.end) at -= 1
  if (at < 0) throw new DamagedArchive('This is not an archive.')
  const [disk, directoryDisk] = [tail.getUint16(at + 4, true), tail.getUint16(at + 6, true)]
  const count = tail.getUint16(at + 10, true)
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  if (disk !== 0 || directoryDisk !== 0 || count === large.short || size === large.long || start === large.long)
    throw new UnsupportedArchive('The archive is too large or in parts.')
  const directory = await viewOf(blob, start, size)
  const places: Place[] = []
  for (let place = 0; places.length < count; ) {
    if (place + entrySize > size || directory.getUint32(place, true) !== signatures.entry)
      throw new DamagedArchive('The list of files is damaged.')
    const lengths = [28, 30, 32].map((field) => directory.getUint16(place + field, true))
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths
    const next = place + entrySize + nameLength + extraLength + commentLength
    if (next > size) throw new DamagedArchive('The list of files is damaged.')
    places.push({ place, nameLength, extraLength })
    place = next
  }
  const paths = pathsOf(places.map((one) => nameAt(directory, one)))
  return places.map(({ place }, at) => entryAt(blob, directory, place, paths[at] ?? ''))
}

/** In the central directory. */
interface Place {
  place: number
  nameLength: number
  extraLength: number
}

function entryAt(blob: Blob, directory: DataView<ArrayBuffer>, place: number, path: string): ArchiveEntry {
  const flags = directory.getUint16(place + 8, true)
  const how = directory.getUint16(place + 10, true)
  const crc = directory.getUint32(place + 16, true)
  const [packed, size, start] = [20, 24, 42].map((field) => directory.getUint32(place + field, true))
  const isLarge = [packed, size, start].includes(large.long)
  const isKnown = how === method.stored || how === method.deflated
  const content = { packed: packed ?? 0, size: size ?? 0, start: start ?? 0, isDeflated: how === method.deflated, crc }
  return {
    path,
    size: content.size,
    problem:
      (flags & (flag.encrypted | flag.encryptedDirectory)) !== 0
        ? 'encrypted'
        : isLarge || !isKnown
          ? 'unsupported'
          : undefined,
    unpack: () => unpack(blob, content),
  }
}

/** From the extra fields, where some programs write UTF-8 because the usual path has another encoding. */
function unicodePath(extra: DataView<ArrayBuffer>): string | undefined {
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const length = extra.getUint16(at + 2, true)
    const end = at + 4 + length
    if (end > extra.byteLength) return undefined
    // The version and a checksum come before the path.
    if (extra.getUint16(at, true) === 0x70_75 && length > 5)
      return decoded(new Uint8Array(extra.buffer, extra.byteOffset + at + 9, length - 5), 'utf-8')
    at = end
  }
  return undefined
}

/** Bytes: a path without a declared encoding. */
type Name = string | Uint8Array<ArrayBuffer>

function nameAt(directory: DataView<ArrayBuffer>, { place, nameLength, extraLength }: Place): Name {
  const at = place + entrySize
  const bytes = new Uint8Array(directory.buffer, at, nameLength)
  const declared = unicodePath(new DataView(directory.buffer, at + nameLength, extraLength))
  if (declared !== undefined) return declared
  return (directory.getUint16(place + 8, true) & flag.utf8) === 0 ? bytes : new TextDecoder().decode(bytes)
}

/**
 * Undeclared encodings are all the same: UTF-8 (macOS) or GB18030 (Chinese Windows). If neither fits all paths,
 * each is decoded on its own. Invalid bytes become replacement characters.
 */
function pathsOf(names: readonly Name[]): string[] {
  const together = names.flatMap((name) => (typeof name === 'string' ? [] : [...name, lineFeed]))
  const encoding = encodingOf(Uint8Array.from(together))
  const pathOf = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder(encoding ?? encodingOf(bytes)).decode(bytes)
  return names.map((name) => (typeof name === 'string' ? name : pathOf(name)))
}

const lineFeed = 0x0a

interface Content {
  packed: number
  size: number
  start: number
  isDeflated: boolean
  crc: number
}

async function unpack(blob: Blob, { packed, size, start, isDeflated, crc }: Content) {
  const header = await viewOf(blob, start, headerSize)
  if (header.getUint32(0, true) !== signatures.file) throw new DamagedArchive('A file is not where the list says.')
  const dataAt = start + headerSize + header.getUint16(26, true) + header.getUint16(28, true)
  const data = new Uint8Array((await viewOf(blob, dataAt, packed)).buffer)
  const bytes = isDeflated ? await inflated(data, size) : data
  if (bytes.length !== size || crcOf(bytes) !== crc) throw new DamagedArchive('A file is damaged.')
  return bytes
}

async function inflated(data: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const { Inflate } = await import('fflate')
  const bytes = new Uint8Array(size)
  let length = 0
  const inflate = new Inflate((chunk) => {
    if (length + chunk.length > size) throw new DamagedArchive('A file is larger than the archive says.')
    bytes.set(chunk, length)
    length += chunk.length
  })
  try {
    for (let at = 0; at < data.length; at += step) inflate.push(data.subarray(at, at + step), at + step >= data.length)
  } catch {
    throw new DamagedArchive('A file is damaged.')
  }
  if (length !== size) throw new DamagedArchive('A file is smaller than the archive says.')
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

/** CRC-32. A checksum other than the archive's means that the file is damaged. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}
