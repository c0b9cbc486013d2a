import { readFile } from 'node:fs/promises'
import type { FileKind } from '@/db/enums'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { ReceivedFile } from '@/lib/kit/api/run/body'
import type { Settings } from '@/lib/kit/config/registry'

interface FileType {
  kind: FileKind
  extension: string
}

export const fileTypes = {
  'image/jpeg': { kind: 'image', extension: 'jpg' },
  'image/png': { kind: 'image', extension: 'png' },
  'image/webp': { kind: 'image', extension: 'webp' },
  'image/gif': { kind: 'image', extension: 'gif' },
  'image/avif': { kind: 'image', extension: 'avif' },
  'application/pdf': { kind: 'document', extension: 'pdf' },
  // Electronic invoices: a ZIP archive with the file OFD.xml.
  'application/ofd': { kind: 'document', extension: 'ofd' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
} as const satisfies Record<string, FileType>

export type Mime = keyof typeof fileTypes

export const isMime = (mime: string | undefined): mime is Mime => mime !== undefined && Object.hasOwn(fileTypes, mime)

const mimes = Object.keys(fileTypes).filter(isMime)

export const invoiceTypes = ['application/pdf', 'application/ofd'] as const satisfies Mime[]

export const pictureTypes: readonly Mime[] = mimes.filter((mime) => fileTypes[mime].kind === 'image')

export const allowedTypes = (settings: Settings): Mime[] =>
  mimes.filter(
    (mime) =>
      fileTypes[mime].kind === 'image' ||
      (mime === 'application/pdf' && settings['file.pdf']) ||
      (mime === 'video/mp4' && settings['file.mp4']),
  )

export const mimeOfExtension = (extension: string): Mime | undefined =>
  mimes.find((mime) => fileTypes[mime].extension === extension)

/** By the content. Throws 415 `unsupported_media_type` with the allowed types, or 400 for an empty file. */
export async function typeOf(file: ReceivedFile, allowed: readonly Mime[]): Promise<Mime> {
  if (file.size === 0) throw invalid('body', 'file', 'empty', 'The file is empty.')
  const { fileTypeFromFile } = await import('file-type')
  // A file that is truncated within its signature has no type.
  const found = (await fileTypeFromFile(file.path).catch(() => undefined))?.mime
  const mime =
    found === 'application/zip' && allowed.includes('application/ofd') && (await isOfd(file.path))
      ? 'application/ofd'
      : found
  if (isMime(mime) && allowed.includes(mime)) return mime
  throw problem('unsupported_media_type', {
    detail: `The content is not of a type that is accepted here: ${allowed.join(', ')}.`,
  })
}

/** Unpacks nothing. */
async function isOfd(path: string): Promise<boolean> {
  const { unzipSync } = await import('fflate')
  let isFound = false
  const filter = ({ name }: { name: string }) => {
    isFound ||= name === 'OFD.xml'
    return false
  }
  try {
    unzipSync(await readFile(path), { filter })
  } catch {
    return false
  }
  return isFound
}
