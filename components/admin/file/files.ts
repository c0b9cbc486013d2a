import type { Answer } from '@/lib/server/client'

/** A file of the shop, as the admin reads it. */
export type ShopFile = Answer<'GET /cms/file/{id}'>

/** The address of a small picture of a file, at least this wide if there is one; undefined for other kinds. */
export function thumbnailOf({ kind, url, variants }: ShopFile, width: 160 | 480): string | undefined {
  if (kind !== 'image') return undefined
  return variants[width] ?? url ?? undefined
}

/** The size of a picture at its place of display, in pixels. */
export interface ExpectedSize {
  width: number
  height: number
}

/** The difference of a picture from the expected size. `shape`: another ratio, so that it is cut off. */
export function misfitOf({ width, height }: ShopFile, expected: ExpectedSize): 'small' | 'shape' | undefined {
  if (width === null || height === null) return undefined
  if (width < expected.width || height < expected.height) return 'small'
  const ratio = (width * expected.height) / (height * expected.width)
  return Math.abs(ratio - 1) > 0.02 ? 'shape' : undefined
}

/**
 * Sorts the chosen files so that files that were uploaded together are in the order in which they were added, which is
 * not the order of storing. `uploaded`: the ids of the uploads in that order.
 */
export function inGivenOrder<File extends { id: number }>(
  chosen: readonly File[],
  uploaded: readonly number[],
): File[] {
  const own = chosen.filter(({ id }) => uploaded.includes(id))
  own.sort((one, other) => uploaded.indexOf(one.id) - uploaded.indexOf(other.id))
  return chosen.map((file) => (uploaded.includes(file.id) ? (own.shift() ?? file) : file))
}
