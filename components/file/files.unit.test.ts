import { expect, test } from 'vitest'
import { file } from '@/lib/file/example'
import { misfitOf, thumbnailOf } from './files'

test.each([
  [800, 800, undefined],
  [1600, 1600, undefined],
  [805, 800, undefined],
  [799, 800, 'small'],
  [1600, 1200, 'shape'],
])('a picture of %i × %i, where 800 × 800 is expected: %s', (width, height, misfit) =>
  expect(misfitOf({ ...file, kind: 'image', width, height }, { width: 800, height: 800 })).toBe(misfit),
)

test('a narrow picture has no variants, and is shown itself', () => {
  expect(thumbnailOf(file, 160)).toBe(file.variants[160])
  expect(thumbnailOf({ ...file, variants: {} }, 480)).toBe(file.url)
  expect(thumbnailOf({ ...file, kind: 'document' }, 480)).toBeUndefined()
})
