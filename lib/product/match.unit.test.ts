import { describe, expect, test } from 'vitest'
import { numberSpecs, type Spec } from '@/db/specs'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { matchSkus, type StoredSku, type WantedSku, type WantedSpec } from './match'

const specs = numberSpecs([
  { name: '颜色', values: ['红', '白'] },
  { name: '尺码', values: ['S', 'M'] },
])
// 红 1, 白 2, S 3, M 4
const sku = (id: number, value_ids: number[], deleted_at: Date | null = null): StoredSku => ({
  id,
  value_ids,
  deleted_at,
})
const four = [sku(11, [1, 3]), sku(12, [1, 4]), sku(13, [2, 3]), sku(14, [2, 4])]
const both: WantedSpec[] = specs.map(({ id, values }) => ({ id, values: values.map((value) => ({ id: value.id })) }))
const [colors, sizes] = [both[0] as WantedSpec, both[1] as WantedSpec]

const outcomes = (
  state: { specs: Spec[]; skus: StoredSku[] },
  wanted: { specs?: WantedSpec[]; skus?: WantedSku[] },
) => {
  const { skus, withdrawn } = matchSkus(state, wanted)
  return { skus: skus.map(({ id, outcome }) => [id, outcome]), withdrawn }
}

const faultsOf = (
  state: { specs: Spec[]; skus: StoredSku[] },
  wanted: { specs?: WantedSpec[]; skus?: WantedSku[] },
) => {
  try {
    matchSkus(state, wanted)
  } catch (error) {
    if (error instanceof Problem) return error.extras.invalid_params?.map(({ name, code }) => [name, code])
    throw error
  }
  return []
}

const state = { specs, skus: four }

describe('a wanted SKU', () => {
  test('is matched by its id, else by its values (names or ids), else is new', () => {
    const skus = [{ id: 11 }, { values: ['红', 'M'] }, { value_ids: [2, 3] }]
    expect(outcomes(state, { skus })).toEqual({
      skus: [
        [11, 'kept'],
        [12, 'kept'],
        [13, 'kept'],
      ],
      withdrawn: [14],
    })
    const three = { specs, skus: four.slice(0, 3) }
    expect(outcomes(three, { skus: [...skus, { values: ['白', 'M'] }] }).skus[3]).toEqual([null, 'created'])
  })

  test('that was withdrawn is revived with its id; of several, the last withdrawn one', () => {
    const withdrawn = [sku(9, [2, 4], new Date(1)), sku(8, [2, 4], new Date(2)), sku(14, [2, 3])]
    expect(outcomes({ specs, skus: withdrawn }, { skus: [{ values: ['白', 'M'] }] })).toEqual({
      skus: [[8, 'revived']],
      withdrawn: [14],
    })
  })

  test('may get other values under its id, and its former values are those of a new SKU', () => {
    const skus = [{ id: 11, values: ['白', 'M'] }, { values: ['红', 'S'] }]
    expect(outcomes({ specs, skus: [sku(11, [1, 3])] }, { skus })).toEqual({
      skus: [
        [11, 'kept'],
        [null, 'created'],
      ],
      withdrawn: [],
    })
  })

  test('of a product without specs is its one SKU', () => {
    expect(outcomes({ specs: [], skus: [sku(5, [])] }, { skus: [{}] })).toEqual({ skus: [[5, 'kept']], withdrawn: [] })
    expect(outcomes({ specs: [], skus: [] }, { skus: [{ values: [] }] }).skus).toEqual([[null, 'created']])
  })
})

describe('specs', () => {
  test('with new names of specs and values do not change the SKUs', () => {
    const renamed = [{ id: 1, name: '色', values: [{ id: 1, name: '朱' }, { id: 2 }] }, sizes]
    const { skus, withdrawn, specs: after } = matchSkus(state, { specs: renamed })
    expect(skus.map(({ id, value_ids }) => [id, value_ids])).toEqual(four.map(({ id, value_ids }) => [id, value_ids]))
    expect(skus[0]?.spec_values).toEqual(['朱', 'S'])
    expect(withdrawn).toEqual([])
    expect(after[0]).toEqual({
      id: 1,
      name: '色',
      values: [
        { id: 1, name: '朱' },
        { id: 2, name: '白' },
      ],
    })
  })

  test('in another order reorder the values of every SKU', () => {
    const { skus } = matchSkus(state, { specs: [sizes, colors] })
    expect(skus[1]).toMatchObject({ id: 12, value_ids: [4, 1], spec_values: ['M', '红'] })
  })

  test('get ids that were never used', () => {
    const before: Spec[] = [{ id: 3, name: '旧', removed: true, values: [{ id: 9, name: '甲', removed: true }] }]
    const wanted = [{ name: '新', values: [{ name: '乙' }, { name: '丙' }] }]
    expect(matchSkus({ specs: before, skus: [] }, { specs: wanted, skus: [{ values: ['乙'] }] }).specs).toEqual([
      {
        id: 4,
        name: '新',
        values: [
          { id: 10, name: '乙' },
          { id: 11, name: '丙' },
        ],
      },
      { id: 3, name: '旧', removed: true, values: [{ id: 9, name: '甲', removed: true }] },
    ])
  })

  test('a value that is removed and added again keeps its id, and its SKUs keep their ids', () => {
    const withoutWhite = [{ id: 1, values: [{ id: 1 }] }, sizes]
    const removed = matchSkus(state, { specs: withoutWhite, skus: [{ id: 11 }, { id: 12 }] })
    expect(removed.withdrawn).toEqual([13, 14])
    expect(removed.specs[0]?.values).toEqual([
      { id: 1, name: '红' },
      { id: 2, name: '白', removed: true },
    ])
    const later = {
      specs: removed.specs,
      skus: four.map((one) => (removed.withdrawn.includes(one.id) ? { ...one, deleted_at: new Date() } : one)),
    }
    const again = [{ id: 1, values: [{ id: 1 }, { name: '白' }] }, sizes]
    const back = matchSkus(later, { specs: again, skus: [{ id: 11 }, { id: 12 }, { values: ['白', 'M'] }] })
    expect(back.specs).toEqual(specs)
    expect(back.skus[2]).toMatchObject({ id: 14, outcome: 'revived', value_ids: [2, 4] })
  })

  test('values keep their pictures until a change sets others, and lose them when the values are removed', () => {
    const pictured = [{ id: 1, values: [{ id: 1, image_url: '/red.svg' }, { id: 2 }] }, sizes]
    const first = matchSkus(state, { specs: pictured }).specs
    expect(first[0]?.values).toEqual([
      { id: 1, name: '红', image_url: '/red.svg' },
      { id: 2, name: '白' },
    ])
    const shown = { specs: first, skus: four }
    expect(matchSkus(shown, { specs: both }).specs).toEqual(first)
    const exchanged = [
      {
        id: 1,
        values: [
          { id: 1, image_url: null },
          { id: 2, image_url: '/w.svg' },
        ],
      },
      sizes,
    ]
    expect(matchSkus(shown, { specs: exchanged }).specs[0]?.values).toEqual([
      { id: 1, name: '红' },
      { id: 2, name: '白', image_url: '/w.svg' },
    ])
    const withoutRed = [{ id: 1, values: [{ id: 2 }] }, sizes]
    expect(matchSkus(shown, { specs: withoutRed, skus: [{ id: 13 }] }).specs[0]?.values[1]).toEqual({
      id: 1,
      name: '红',
      removed: true,
    })
    const withoutColors = matchSkus({ ...shown, skus: four.slice(0, 2) }, { specs: [sizes] })
    expect(JSON.stringify(withoutColors.specs)).not.toContain('image_url')
  })

  test('a new spec gives its default value to all SKUs, also to withdrawn ones', () => {
    const material = { name: '材质', default_value: '棉', values: [{ name: '棉' }, { name: '麻' }] }
    const withdrawn = { specs, skus: [...four.slice(0, 3), sku(14, [2, 4], new Date())] }
    const { skus, combinations } = matchSkus(withdrawn, { specs: [...both, material] })
    expect(skus.map(({ spec_values }) => spec_values[2])).toEqual(['棉', '棉', '棉'])
    expect(combinations.get(14)).toEqual({ value_ids: [2, 4, 5], spec_values: ['白', 'M', '棉'] })
    const wanted = [{ values: ['白', 'M', '棉'] }, { values: ['白', 'M', '麻'] }]
    expect(outcomes(withdrawn, { specs: [...both, material], skus: wanted }).skus).toEqual([
      [14, 'revived'],
      [null, 'created'],
    ])
  })

  test('the first spec of a product keeps the id of its only SKU', () => {
    const first = { name: '颜色', default_value: '红', values: [{ name: '红' }, { name: '白' }] }
    const skus = [{ values: ['红'] }, { values: ['白'] }]
    expect(outcomes({ specs: [], skus: [sku(5, [])] }, { specs: [first], skus })).toEqual({
      skus: [
        [5, 'kept'],
        [null, 'created'],
      ],
      withdrawn: [],
    })
  })

  test('can be removed if all SKUs stay different, and the SKUs keep their ids', () => {
    const reds = { specs, skus: [sku(11, [1, 3]), sku(14, [2, 4])] }
    const { skus, specs: after } = matchSkus(reds, { specs: [colors] })
    expect(skus.map(({ id, value_ids }) => [id, value_ids])).toEqual([
      [11, [1]],
      [14, [2]],
    ])
    expect(after[1]).toMatchObject({ id: 2, removed: true })
  })
})

const one = { values: ['红', 'S'] }
test.each<[string, { specs?: WantedSpec[]; skus?: WantedSku[] }, [string, string][]]>([
  ['two SKUs with the same values', { skus: [one, one] }, [['skus.1', 'duplicate_combination']]],
  ['the same by name and by id', { skus: [one, { id: 11 }] }, [['skus.1', 'duplicate_combination']]],
  ['values of another offered SKU', { skus: [{ id: 11, values: ['红', 'M'] }] }, [['skus.0', 'duplicate_combination']]],
  ['a SKU of another product', { skus: [{ id: 99, values: ['红', 'S'] }] }, [['skus.0.id', 'not_found']]],
  [
    'a SKU twice',
    { skus: [{ id: 11 }, { id: 11, values: ['白', 'M'] }] },
    [
      ['skus.1.id', 'duplicate'],
      ['skus.1', 'duplicate_combination'],
    ],
  ],
  ['a value id of another product', { skus: [{ value_ids: [1, 77] }] }, [['skus.0.value_ids.1', 'not_found']]],
  ['a value of another spec', { skus: [{ value_ids: [3, 1] }] }, [['skus.0.value_ids.0', 'not_found']]],
  ['an unknown name', { skus: [{ values: ['红', 'XL'] }] }, [['skus.0.values.1', 'not_found']]],
  ['too few values', { skus: [{ values: ['红'] }] }, [['skus.0.values', 'invalid_value']]],
  ['no values', { skus: [{}] }, [['skus.0.values', 'required']]],
  ['a spec of another product', { specs: [{ id: 8, values: [{ name: '红' }] }] }, [['specs.0.id', 'not_found']]],
  [
    'a value of another product in a spec',
    { specs: [{ id: 1, values: [{ id: 3 }] }, sizes] },
    [['specs.0.values.0.id', 'not_found']],
  ],
  [
    'a name twice',
    { specs: [{ id: 1, values: [{ id: 1 }, { id: 2, name: '红' }] }, sizes] },
    [['specs.0.values.1.name', 'duplicate']],
  ],
  [
    'a spec without a name',
    { specs: [...both, { values: [{ name: '棉' }] }] },
    [
      ['specs.2.name', 'required'],
      ['specs.2.default_value', 'required'],
    ],
  ],
  [
    'a default that is no value',
    { specs: [...both, { name: '材质', default_value: '丝', values: [{ name: '棉' }] }] },
    [['specs.2.default_value', 'not_found']],
  ],
  [
    'a removed spec that merges SKUs',
    { specs: [colors], skus: [{ values: ['红'] }, { values: ['白'] }] },
    [['specs', 'duplicate_combination']],
  ],
  ['a removed value without SKUs', { specs: [{ id: 1, values: [{ id: 1 }] }, sizes] }, [['skus', 'required']]],
  [
    'a SKU whose value is removed',
    { specs: [{ id: 1, values: [{ id: 1 }] }, sizes], skus: [{ id: 13 }] },
    [['skus.0.value_ids.0', 'not_found']],
  ],
])('%s is refused', (_, wanted, expected) => {
  expect(faultsOf(state, wanted)).toEqual(expected)
})

test('the pairs that a removed spec would merge are named', () => {
  expect(() => matchSkus(state, { specs: [sizes] })).toThrow(
    expect.objectContaining({
      extras: expect.objectContaining({
        invalid_params: [
          expect.objectContaining({
            params: {
              pairs: [
                [11, 13],
                [12, 14],
              ],
            },
          }),
        ],
      }),
    }),
  )
})

test('after random changes, ids stay with their values, and every SKU is either requested or withdrawn', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let current: { specs: Spec[]; skus: StoredSku[] } = { specs, skus: four }
  let next = 100
  const owners = new Map(four.map(({ id, value_ids }) => [value_ids.join(), id]))
  for (let round = 0; round < 300; round++) {
    const names = ['红', '白', '黑', '蓝'].filter(() => random(2) === 0)
    const wantedSpecs = [{ id: 1, values: (names.length > 0 ? names : ['红']).map((name) => ({ name })) }, sizes]
    const wanted = wantedSpecs[0]?.values.flatMap(({ name = '' }) =>
      ['S', 'M'].filter(() => random(4) > 0).map((size) => ({ values: [name, size] })),
    )
    const matching = matchSkus(current, { specs: wantedSpecs, skus: wanted ?? [] })
    const kept = new Map(matching.skus.map((one) => [one.id ?? ++next, one]))
    for (const [id, { value_ids }] of kept) {
      expect(owners.get(value_ids.join()) ?? id).toBe(id)
      owners.set(value_ids.join(), id)
    }
    const gone = current.skus.filter(({ id }) => !kept.has(id))
    expect(matching.withdrawn).toEqual(gone.filter(({ deleted_at }) => !deleted_at).map(({ id }) => id))
    current = {
      specs: matching.specs,
      skus: [
        ...[...kept].map(([id, { value_ids }]) => sku(id, value_ids)),
        ...gone.map((one) => ({ ...one, deleted_at: one.deleted_at ?? new Date(round) })),
      ],
    }
  }
  expect(owners.size).toBe(8)
})
