/* SKUs refer to specs and values by keys (ids if stored), because a name may be empty or a duplicate during typing. */

export interface FormValue {
  key: number
  id?: number
  name: string
  image_url?: string | null
}

export interface FormSpec {
  key: number
  id?: number
  name: string
  values: FormValue[]
  /** For existing SKUs. Only for a new spec. */
  default_value?: string
}

/** null: empty. An invalid number stays text, so that the cell shows an error. */
export type CellValue = string | number | boolean | null

/** Amounts are in fen. */
export interface FormSku {
  id?: number
  /** The key of a value, by the key of its spec. */
  at: Record<string, number>
  /** Names, in the order of the specs. */
  values: string[]
  price?: CellValue
  /** Opening stock of a new product. */
  stock?: CellValue
  market_price?: CellValue
  /** Undefined for users who may not see costs. */
  cost?: CellValue | undefined
  sku_no?: CellValue
  barcode?: CellValue
  external_id?: CellValue
  weight_g?: CellValue
  image_url?: CellValue
  enabled?: CellValue
}

export interface StockedSku {
  id: number
  stock: number
  /** 0: none, 1: low, 2: more. */
  stock_level: number
}

export interface Matrix {
  specs: FormSpec[]
  skus: FormSku[]
}

export const maxSkus = 200
export const maxSpecs = 3
export const maxValues = 50

const nothing: Matrix = { specs: [], skus: [] }

export const blankSku: FormSku = {
  at: {},
  values: [],
  price: null,
  stock: null,
  market_price: null,
  cost: null,
  sku_no: null,
  barcode: null,
  external_id: null,
  weight_g: null,
  image_url: null,
  enabled: true,
}

const newKey = (keys: readonly number[]) => 1 + Math.max(0, ...keys)
/** With at least one value. */
const filled = (specs: readonly FormSpec[]) => specs.filter(({ values }) => values.length > 0)

/** In the order of the specs: keys of values by the key of the spec. */
function combinationsOf(specs: readonly FormSpec[]): FormSku['at'][] {
  return filled(specs).reduce<FormSku['at'][]>(
    (all, { key, values }) => all.flatMap((at) => values.map((value) => ({ ...at, [key]: value.key }))),
    [{}],
  )
}

export const combinationCount = (specs: readonly FormSpec[]): number =>
  filled(specs).reduce((product, { values }) => product * values.length, 1)

const isSameAt = (specs: readonly FormSpec[], a: FormSku['at'], b: FormSku['at']) =>
  filled(specs).every(({ key }) => a[key] === b[key])

/** By the order of values. Updates the names of values. */
function ordered(specs: readonly FormSpec[], skus: readonly FormSku[]): FormSku[] {
  const shown = filled(specs)
  const placeIn = ({ key, values }: FormSpec, { at }: FormSku) => values.findIndex((value) => value.key === at[key])
  return skus
    .map((sku) => ({ sku, places: shown.map((spec) => placeIn(spec, sku)) }))
    .toSorted((a, b) => {
      const differing = a.places.findIndex((place, index) => place !== b.places[index])
      return differing === -1 ? 0 : (a.places[differing] ?? 0) - (b.places[differing] ?? 0)
    })
    .map(({ sku, places }) => ({
      ...sku,
      at: Object.fromEntries(shown.map(({ key }) => [key, sku.at[key] ?? 0])),
      values: shown.map(({ values }, index) => values[places[index] ?? -1]?.name ?? ''),
    }))
}

/** With the price of `skus` if they all have the same. */
function sharedBy(skus: readonly FormSku[]): FormSku {
  const [first] = skus
  const price = first && skus.every((sku) => sku.price === first.price) ? first.price : null
  return { ...blankSku, price: price ?? null }
}

/** For combinations that no SKU has. SKUs of the stored matrix `known` keep their id and values. */
function withMissing({ specs, skus }: Matrix, known: Matrix, isWanted: (at: FormSku['at']) => boolean): Matrix {
  const blank = sharedBy(skus)
  const missing = combinationsOf(specs).filter((at) => isWanted(at) && !skus.some((sku) => isSameAt(specs, sku.at, at)))
  const added = missing.map((at) => ({ ...(known.skus.find((sku) => isSameAt(specs, sku.at, at)) ?? blank), at }))
  return { specs, skus: ordered(specs, [...skus, ...added]) }
}

/** SKUs of the stored matrix `known` keep their id and values. */
export const withAllCombinations = (matrix: Matrix, known = nothing): Matrix => withMissing(matrix, known, () => true)

export function withSpec({ specs, skus }: Matrix): Matrix {
  const key = newKey(specs.map((spec) => spec.key))
  return { specs: [...specs, { key, name: '', values: [] }], skus }
}

/**
 * With a SKU for each new combination; those in the stored matrix `known` keep id and values. Existing SKUs get the
 * first value of a spec without values. Ignores known names.
 */
export function withValues({ specs, skus }: Matrix, spec: FormSpec, names: readonly string[], known = nothing): Matrix {
  const used = new Set(spec.values.map(({ name }) => name))
  const fresh = [...new Set(names)].filter((name) => !used.has(name))
  if (fresh.length === 0) return { specs, skus }
  const taken = [...specs, ...known.specs].flatMap(({ values }) => values.map(({ key }) => key))
  const firstKey = newKey(taken)
  const stored = known.specs.find(({ key }) => key === spec.key && spec.id !== undefined)?.values ?? []
  const removed = stored.filter((value) => !spec.values.some(({ key }) => key === value.key))
  const added = fresh.map(
    (name, index): FormValue => removed.find((value) => value.name === name) ?? { key: firstKey + index, name },
  )
  const [first] = added
  const isFirst = spec.values.length === 0
  const changed: FormSpec = {
    ...spec,
    values: [...spec.values, ...added],
    ...(isFirst && spec.id === undefined && first && { default_value: first.name }),
  }
  const nextSpecs = specs.map((one) => (one.key === spec.key ? changed : one))
  const given = isFirst && first ? skus.map((sku) => ({ ...sku, at: { ...sku.at, [spec.key]: first.key } })) : skus
  const keys = new Set(added.map(({ key }) => key))
  return withMissing({ specs: nextSpecs, skus: given }, known, (at) => keys.has(at[spec.key] ?? 0))
}

/** With its SKUs, except for the only value of the spec. */
export function withoutValue({ specs, skus }: Matrix, spec: FormSpec, value: FormValue): Matrix {
  const values = spec.values.filter(({ key }) => key !== value.key)
  const nextSpecs = specs.map((one) => (one.key === spec.key ? { ...one, values } : one))
  // A spec without values does not distinguish SKUs.
  const left = values.length > 0 ? skus.filter(({ at }) => at[spec.key] !== value.key) : skus
  return { specs: nextSpecs, skus: ordered(nextSpecs, left) }
}

/** Of several SKUs with the same values, keeps the first. */
export function withoutSpec({ specs, skus }: Matrix, spec: FormSpec): Matrix {
  const nextSpecs = specs.filter(({ key }) => key !== spec.key)
  const left = skus.filter((sku, index) => skus.findIndex((one) => isSameAt(nextSpecs, one.at, sku.at)) === index)
  return { specs: nextSpecs, skus: ordered(nextSpecs, left) }
}

/** The name, or the value of existing SKUs for a new spec. */
export const withSpecChange = (
  { specs, skus }: Matrix,
  spec: FormSpec,
  change: Partial<Pick<FormSpec, 'name' | 'default_value'>>,
): Matrix => ({ specs: specs.map((one) => (one.key === spec.key ? { ...one, ...change } : one)), skus })

/** SKUs get the new name. */
export function withValueChange(
  { specs, skus }: Matrix,
  spec: FormSpec,
  value: FormValue,
  change: Partial<Pick<FormValue, 'name' | 'image_url'>>,
): Matrix {
  const { name = value.name } = change
  const nextSpecs = specs.map((one) =>
    one.key === spec.key
      ? {
          ...one,
          values: one.values.map((other) => (other.key === value.key ? { ...other, ...change } : other)),
          ...(one.default_value === value.name && { default_value: name }),
        }
      : one,
  )
  return { specs: nextSpecs, skus: ordered(nextSpecs, skus) }
}

/** Sorts the SKUs accordingly. */
export function withValueOrder({ specs, skus }: Matrix, spec: FormSpec, values: FormValue[]): Matrix {
  const nextSpecs = specs.map((one) => (one.key === spec.key ? { ...one, values } : one))
  return { specs: nextSpecs, skus: ordered(nextSpecs, skus) }
}

interface StoredSpec {
  id: number
  name: string
  values: readonly { id: number; name: string; image_url?: string | null }[]
}

interface StoredSku extends Omit<FormSku, 'id' | 'at' | 'values' | 'stock'> {
  id: number
  value_ids: readonly number[]
}

/** Leaves out stock. */
export function matrixOf(specs: readonly StoredSpec[], skus: readonly StoredSku[]): Matrix {
  const formSpecs = specs.map(({ id, name, values }) => ({
    key: id,
    id,
    name,
    values: values.map((value) => ({ key: value.id, ...value })),
  }))
  const formSkus = skus.map((sku): FormSku => {
    const { id, price, market_price, cost, sku_no, barcode, external_id, weight_g, image_url, enabled, value_ids } = sku
    const at = Object.fromEntries(specs.map((spec, index) => [spec.id, value_ids[index] ?? 0]))
    return { id, at, values: [], price, market_price, cost, sku_no, barcode, external_id, weight_g, image_url, enabled }
  })
  return { specs: formSpecs, skus: ordered(formSpecs, formSkus) }
}

/** Empty without specs. */
export const nameOfSku = ({ values }: FormSku): string => values.join(' / ')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isSpec = (value: unknown): value is FormSpec =>
  isObject(value) && typeof value.key === 'number' && Array.isArray(value.values)

const isSku = (value: unknown): value is FormSku => isObject(value) && isObject(value.at) && Array.isArray(value.values)

/** Leaves out invalid entries. */
export const matrixIn = ({ specs, skus }: Readonly<Record<string, unknown>>): Matrix => ({
  specs: Array.isArray(specs) ? specs.filter(isSpec) : [],
  skus: Array.isArray(skus) ? skus.filter(isSku) : [],
})

export interface Group {
  key: string
  /** The value of the first spec. undefined: no groups. */
  name: string | undefined
  image_url: string | null
  members: { sku: FormSku; index: number }[]
}

/** By the value of the first spec. One group for fewer than two specs. */
export function groupsOf({ specs, skus }: Matrix): Group[] {
  const members = skus.map((sku, index) => ({ sku, index }))
  const [first, second] = specs.filter(({ values }) => values.length > 0)
  if (!first || !second) return [{ key: 'all', name: undefined, image_url: null, members }]
  return first.values.flatMap(({ key, name, image_url = null }) => {
    const own = members.filter(({ sku }) => sku.at[first.key] === key)
    return own.length > 0 ? [{ key: String(key), name, image_url, members: own }] : []
  })
}
