import type { Answer } from '@/lib/server/client'

export type ShopFile = Answer<'GET /cms/file/{id}'>

/** Falls back to the original. undefined: the file is not a picture, or has no URL. */
export function thumbnailOf({ kind, url, variants }: ShopFile, width: 160 | 480): string | undefined {
  if (kind !== 'image') return undefined
  return variants[width] ?? url ?? undefined
}

/** At the place of display, in pixels. */
export interface ExpectedSize {
  width: number
  height: number
}

/** `shape`: the ratio differs by over 2 %, so the page would cut off a part. undefined: fits, or of unknown size. */
export function misfitOf({ width, height }: ShopFile, expected: ExpectedSize): 'small' | 'shape' | undefined {
  if (width === null || height === null) return undefined
  if (width < expected.width || height < expected.height) return 'small'
  const ratio = (width * expected.height) / (height * expected.width)
  return Math.abs(ratio - 1) > 0.02 ? 'shape' : undefined
}

/** Sorts uploads as they were added, because they may finish in another order. Other files keep their place. */
export function inGivenOrder<File extends { id: number }>(
  chosen: readonly File[],
  uploaded: readonly number[],
): File[] {
  const own = chosen.filter(({ id }) => uploaded.includes(id))
  own.sort((one, other) => uploaded.indexOf(one.id) - uploaded.indexOf(other.id))
  return chosen.map((file) => (uploaded.includes(file.id) ? (own.shift() ?? file) : file))
}

/** The first file of each id. */
export const distinct = <File extends { id: number }>(files: readonly File[]): File[] =>
  files.filter(({ id }, at) => files.findIndex((one) => one.id === id) === at)

/** A single choice is replaced, and a full choice of several files does not change. */
export function toggled<File extends { id: number }>(
  chosen: readonly File[],
  file: File,
  maximum: number,
): readonly File[] {
  const others = chosen.filter(({ id }) => id !== file.id)
  if (others.length < chosen.length) return others
  if (maximum === 1) return [file]
  return chosen.length < maximum ? [...chosen, file] : chosen
}
