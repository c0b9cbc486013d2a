import type { Answer } from '@/lib/server/client'

/** A file of the shop, as `GET /cms/file/{id}` returns it. */
export type ShopFile = Answer<'GET /cms/file/{id}'>

/**
 * Returns the URL of a picture's variant that is `width` pixels wide; without this variant, the URL of the original.
 * undefined: the file is not a picture, or has no URL.
 */
export function thumbnailOf({ kind, url, variants }: ShopFile, width: 160 | 480): string | undefined {
  if (kind !== 'image') return undefined
  return variants[width] ?? url ?? undefined
}

/** The size of a picture at its place of display, in pixels. */
export interface ExpectedSize {
  width: number
  height: number
}

/**
 * Compares a picture with the expected size. `small`: the width or height is less than expected. `shape`: the ratio
 * differs by more than 2 %, so the page would cut off a part. undefined: the picture fits, or its size is unknown.
 */
export function misfitOf({ width, height }: ShopFile, expected: ExpectedSize): 'small' | 'shape' | undefined {
  if (width === null || height === null) return undefined
  if (width < expected.width || height < expected.height) return 'small'
  const ratio = (width * expected.height) / (height * expected.width)
  return Math.abs(ratio - 1) > 0.02 ? 'shape' : undefined
}

/**
 * Sorts the uploaded files among the chosen files by the order in which the user added the files, because uploads may
 * finish in another order. Other files keep their positions. `uploaded`: the ids of the uploaded files in the order of
 * adding.
 */
export function inGivenOrder<File extends { id: number }>(
  chosen: readonly File[],
  uploaded: readonly number[],
): File[] {
  const own = chosen.filter(({ id }) => uploaded.includes(id))
  own.sort((one, other) => uploaded.indexOf(one.id) - uploaded.indexOf(other.id))
  return chosen.map((file) => (uploaded.includes(file.id) ? (own.shift() ?? file) : file))
}
