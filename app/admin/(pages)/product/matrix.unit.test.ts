import { describe, expect, test } from 'vitest'
import {
  blankSku,
  combinationCount,
  type FormSpec,
  type Matrix,
  matrixOf,
  nameOfSku,
  withAllCombinations,
  withoutSpec,
  withoutValue,
  withSpec,
  withSpecChange,
  withValueChange,
  withValueOrder,
  withValues,
} from './matrix'

const empty: Matrix = { specs: [], skus: [blankSku] }

/** Returns the spec at an index. Throws if there is no such spec. */
function specAt({ specs }: Matrix, index: number): FormSpec {
  const spec = specs[index]
  if (!spec) throw new Error(`There is no spec ${index}.`)
  return spec
}

function valueAt(spec: FormSpec, index: number) {
  const value = spec.values[index]
  if (!value) throw new Error(`There is no value ${index}.`)
  return value
}

const names = ({ skus }: Matrix) => skus.map(nameOfSku)

/** Adds a spec with values. */
function grown(matrix: Matrix, name: string, values: string[], known?: Matrix): Matrix {
  const added = withSpec(matrix)
  const index = added.specs.length - 1
  const named = withSpecChange(added, specAt(added, index), { name })
  return withValues(named, specAt(named, index), values, known)
}

const stored = matrixOf(
  [
    {
      id: 1,
      name: 'Color',
      values: [
        { id: 1, name: 'Red' },
        { id: 2, name: 'Blue' },
      ],
    },
    {
      id: 2,
      name: 'Size',
      values: [
        { id: 3, name: 'S' },
        { id: 4, name: 'L' },
      ],
    },
  ],
  [
    { ...blankSku, id: 11, value_ids: [1, 3], price: 100 },
    { ...blankSku, id: 12, value_ids: [1, 4], price: 100 },
    { ...blankSku, id: 13, value_ids: [2, 4], price: 200 },
  ],
)

describe('the matrix of a product', () => {
  test('three values by four are twelve SKUs, in the order of the values', () => {
    const matrix = grown(grown(empty, 'Color', ['Red', 'Blue', 'Green']), 'Size', ['S', 'M', 'L', 'XL'])
    expect(matrix.skus).toHaveLength(12)
    expect(names(matrix).slice(0, 5)).toEqual(['Red / S', 'Red / M', 'Red / L', 'Red / XL', 'Blue / S'])
    expect(combinationCount(matrix.specs)).toBe(12)
  })

  test('existing SKUs get the first value of a new spec, and keep their entered values', () => {
    const priced = { ...empty, skus: [{ ...blankSku, price: 500, sku_no: 'A' }] }
    const matrix = grown(priced, 'Color', ['Red', 'Blue'])
    expect(matrix.skus).toMatchObject([
      { values: ['Red'], price: 500, sku_no: 'A' },
      { values: ['Blue'], price: 500, sku_no: null },
    ])
    expect(specAt(matrix, 0).default_value).toBe('Red')
  })

  test('a product opens with its stored SKUs, and adds the other combinations on demand', () => {
    expect(names(stored)).toEqual(['Red / S', 'Red / L', 'Blue / L'])
    const all = withAllCombinations(stored)
    expect(names(all)).toEqual(['Red / S', 'Red / L', 'Blue / S', 'Blue / L'])
    expect(all.skus.map(({ id }) => id)).toEqual([11, 12, undefined, 13])
  })

  test('a value adds only the SKUs that have it', () => {
    const matrix = withValues(stored, specAt(stored, 1), ['M'])
    expect(names(matrix)).toEqual(['Red / S', 'Red / L', 'Red / M', 'Blue / L', 'Blue / M'])
  })

  test('a value that is removed and added again brings its SKUs back', () => {
    const size = specAt(stored, 1)
    const without = withoutValue(stored, size, valueAt(size, 1))
    expect(names(without)).toEqual(['Red / S'])
    const again = withValues(without, specAt(without, 1), ['L'], stored)
    expect(again.skus).toMatchObject([
      { id: 11, values: ['Red', 'S'] },
      { id: 12, values: ['Red', 'L'], price: 100 },
      { id: 13, values: ['Blue', 'L'], price: 200 },
    ])
    expect(valueAt(specAt(again, 1), 1)).toEqual({ key: 4, id: 4, name: 'L' })
  })

  test('names can be empty or equal while they are typed', () => {
    const size = specAt(stored, 1)
    const same = withValueChange(stored, size, valueAt(size, 1), { name: 'S' })
    expect(names(same)).toEqual(['Red / S', 'Red / S', 'Blue / S'])
    const other = withValueChange(same, specAt(same, 1), valueAt(specAt(same, 1), 1), { name: 'XL' })
    expect(other.skus.map(({ id }) => id)).toEqual([11, 12, 13])
    expect(names(other)).toEqual(['Red / S', 'Red / XL', 'Blue / XL'])
  })

  test('renaming a value also renames it as the value that existing SKUs get', () => {
    const matrix = grown(stored, 'Fit', ['Slim', 'Wide'])
    const fit = specAt(matrix, 2)
    expect(specAt(withValueChange(matrix, fit, valueAt(fit, 0), { name: 'Narrow' }), 2).default_value).toBe('Narrow')
  })

  test('removing a spec keeps the first of the SKUs that differed only by it', () => {
    const matrix = withoutSpec(stored, specAt(stored, 1))
    expect(matrix.skus).toMatchObject([
      { id: 11, values: ['Red'] },
      { id: 13, values: ['Blue'] },
    ])
    expect(withoutSpec(matrix, specAt(matrix, 0)).skus).toMatchObject([{ id: 11, values: [] }])
  })

  test('a spec without values distinguishes nothing', () => {
    const color = specAt(stored, 0)
    const one = withoutValue(stored, color, valueAt(color, 1))
    const none = withoutValue(one, specAt(one, 0), valueAt(specAt(one, 0), 0))
    expect(names(none)).toEqual(['S', 'L'])
    expect(withSpec(stored).skus).toEqual(stored.skus)
  })

  test('SKUs follow the order of the values', () => {
    const size = specAt(stored, 1)
    const matrix = withValueOrder(stored, size, size.values.toReversed())
    expect(names(matrix)).toEqual(['Red / L', 'Red / S', 'Blue / L'])
  })

  test('a matrix equals the stored matrix after a change is undone', () => {
    const size = specAt(stored, 1)
    const matrix = withValues(stored, size, ['M'])
    const undone = withoutValue(matrix, specAt(matrix, 1), valueAt(specAt(matrix, 1), 2))
    expect(undone).toEqual(stored)
  })
})
