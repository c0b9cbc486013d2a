import { expect, test } from 'vitest'
import { file } from '@/lib/file/example'
import { distinct, inGivenOrder, misfitOf, thumbnailOf, toggled } from './files'

test.each([
  [800, 800, undefined],
  [1600, 1600, undefined],
  [805, 800, undefined],
  [799, 800, 'small'],
  [1600, 1200, 'shape'],
])('a picture of %i × %i, where 800 × 800 is expected: %s', (width, height, misfit) =>
  expect(misfitOf({ ...file, kind: 'image', width, height }, { width: 800, height: 800 })).toBe(misfit),
)

test('a picture without a variant of this width is shown itself', () => {
  expect(thumbnailOf(file, 160)).toBe(file.variants[160])
  expect(thumbnailOf({ ...file, variants: {} }, 480)).toBe(file.url)
  expect(thumbnailOf({ ...file, kind: 'document' }, 480)).toBeUndefined()
})

test.each([
  ['those that arrive late stand where they were given', [1, 3, 2], [1, 2, 3], [1, 2, 3]],
  ['what was chosen before keeps its place', [9, 3, 1], [1, 2, 3], [9, 1, 3]],
  ['what is chosen between uploads stays between them', [3, 9, 1], [1, 2, 3], [1, 9, 3]],
  ['without uploads nothing moves', [3, 1], [], [3, 1]],
])('%s', (_, chosen, uploaded, order) =>
  expect(
    inGivenOrder(
      chosen.map((id) => ({ id })),
      uploaded,
    ),
  ).toEqual(order.map((id) => ({ id }))),
)

test.each([
  ['a file joins the choice as the last', [1], 2, 3, [1, 2]],
  ['a chosen file leaves the choice', [1, 2], 1, 3, [2]],
  ['a full choice takes no further file', [1, 2], 3, 2, [1, 2]],
  ['a file leaves a full choice', [1, 2], 2, 2, [1]],
  ['a single choice is replaced', [1], 2, 1, [2]],
  ['a single choice can be taken back', [1], 1, 1, []],
])('%s', (_, chosen, id, maximum, expected) =>
  expect(
    toggled(
      chosen.map((id) => ({ id })),
      { id },
      maximum,
    ),
  ).toEqual(expected.map((id) => ({ id }))),
)

test('of files with the same id, the first stays', () => {
  const [one, other] = [
    { id: 1, name: 'first' },
    { id: 1, name: 'again' },
  ]
  expect(distinct([one, { id: 2, name: 'second' }, other])).toEqual([one, { id: 2, name: 'second' }])
})
