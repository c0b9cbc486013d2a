import type { Spec, SpecValue } from '@/db/specs'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'

interface WantedValue {
  id?: number | undefined
  name?: string | undefined
  /** undefined: the value keeps its picture; null: no picture. */
  image_url?: string | null | undefined
}

/** An existing spec has its id, a new one its name. */
export interface WantedSpec {
  id?: number | undefined
  name?: string | undefined
  /** For existing SKUs; only for a new spec. */
  default_value?: string | undefined
  values: WantedValue[]
}

/** Ids or names of values, in the sequence of the specs. */
export interface WantedSku {
  id?: number | undefined
  value_ids?: number[] | undefined
  values?: string[] | undefined
}

export interface StoredSku {
  id: number
  value_ids: number[]
  /** Withdrawn at this time. */
  deleted_at: Date | null
}

interface Combination {
  value_ids: number[]
  spec_values: string[]
}

interface MatchedSku extends Combination {
  /** null: a new SKU. */
  id: number | null
  /** Position in the request; null: the request has no SKUs, and all are kept. */
  at: number | null
  outcome: 'kept' | 'created' | 'revived'
}

export interface Matching {
  specs: Spec[]
  /** In the sequence of the request. */
  skus: MatchedSku[]
  withdrawn: number[]
  /** Of all stored SKUs under the new specs, by id. */
  combinations: Map<number, Combination>
}

interface State {
  /** With removed specs. */
  specs: Spec[]
  /** With withdrawn SKUs. */
  skus: StoredSku[]
}

interface Wanted {
  specs?: WantedSpec[] | undefined
  skus?: WantedSku[] | undefined
}

class Faults {
  private readonly all: InvalidParam[] = []
  add(name: string, code: FaultCode, reason: string, params?: Record<string, unknown>): void {
    this.all.push({ in: 'body', name, reason, code, ...(params && { params }) })
  }
  throwAny(): void {
    const [first] = this.all
    if (first) {
      throw problem('invalid_request', {
        detail: `${first.name}: ${first.reason}`,
        invalid_params: this.all.slice(0, 20),
      })
    }
  }
}

const kept = <One extends { removed?: true }>(all: readonly One[]) => all.filter(({ removed }) => !removed)
const keyOf = (ids: readonly number[]) => ids.join()

/**
 * By id; else an active, else a withdrawn SKU with the same values, which is revived; else new. Withdraws missing SKUs,
 * unless the request has no `skus`. Throws `invalid_request` with every fault.
 */
export function matchSkus(state: State, wanted: Wanted): Matching {
  const faults = new Faults()
  const { specs, defaults } = wanted.specs
    ? mergeSpecs(state, wanted.specs, faults)
    : { specs: state.specs, defaults: new Map<number, number>() }
  faults.throwAny()
  const shown = kept(specs)
  const combinations = new Map(state.skus.map((sku) => [sku.id, project(sku.value_ids, specs, defaults)]))
  refuseMerged(state, combinations, faults)
  const requested = requestedIds(state, wanted.skus, { shown, combinations }, faults)
  faults.throwAny()
  const skus = assign(state, requested, combinations)
  const assigned = new Set(skus.map(({ id }) => id))
  return {
    specs,
    skus: skus.map((sku) => ({ ...sku, spec_values: namesOf(sku.value_ids, shown) })),
    withdrawn: state.skus.filter(({ id, deleted_at }) => !deleted_at && !assigned.has(id)).map(({ id }) => id),
    combinations,
  }
}

/** An empty name for a spec to which none of the values belongs. */
const namesOf = (ids: readonly number[], specs: readonly Spec[]) =>
  specs.map(({ values }, at) => values.find(({ id }) => id === ids[at])?.name ?? '')

interface Merged {
  specs: Spec[]
  /** For existing SKUs, by the id of a new spec. */
  defaults: Map<number, number>
}

function mergeSpecs(state: State, wanted: WantedSpec[], faults: Faults): Merged {
  const defaults = new Map<number, number>()
  let next_value_id = 1 + Math.max(0, ...state.specs.flatMap(({ values }) => values.map(({ id }) => id)))
  let next_spec_id = 1 + Math.max(0, ...state.specs.map(({ id }) => id))
  const known = pair(state.specs, wanted, 'specs', faults)
  const specs = wanted.map((spec, at): Spec => {
    const before = known[at]
    const path = `specs.${at}`
    const pairs = pair(before?.values ?? [], spec.values, `${path}.values`, faults)
    const values = spec.values.map((value, place): SpecValue => {
      const old = pairs[place]
      const image_url = value.image_url === undefined ? old?.image_url : value.image_url
      return { id: old?.id ?? next_value_id++, name: value.name ?? old?.name ?? '', ...(image_url && { image_url }) }
    })
    const left = (before?.values ?? []).filter((value) => !pairs.includes(value))
    const id = before?.id ?? next_spec_id++
    if ((before ? before.removed : spec.id === undefined) && state.skus.length > 0) {
      const chosen = values.find(({ name }) => name === spec.default_value)
      if (chosen) defaults.set(id, chosen.id)
      else if (spec.default_value === undefined)
        faults.add(`${path}.default_value`, 'required', 'A new spec names the value that the existing SKUs get.')
      else faults.add(`${path}.default_value`, 'not_found', 'This is not one of the values.')
    }
    return {
      id,
      name: spec.name ?? before?.name ?? '',
      values: [...values, ...left.map(asRemoved)],
    }
  })
  const left = state.specs.filter((spec) => !known.includes(spec))
  const gone = left.map((spec): Spec => ({ ...spec, values: spec.values.map(withoutPicture), removed: true }))
  return { specs: [...specs, ...gone], defaults }
}

/** Pictures of removed values must not keep files from being deleted. */
const withoutPicture = ({ image_url: _, ...value }: SpecValue): SpecValue => value

const asRemoved = (value: SpecValue): SpecValue => ({ ...withoutPicture(value), removed: true })

/** By id, else by name, also removed ones; undefined: new. Faults: unknown id, no id and name, or repetition. */
function pair<Known extends { id: number; name: string; removed?: true }>(
  known: readonly Known[],
  wanted: readonly { id?: number | undefined; name?: string | undefined }[],
  path: string,
  faults: Faults,
): (Known | undefined)[] {
  const byId = wanted.map(({ id }) => known.find((one) => one.id === id))
  // If an active and a removed one have the same name, the active one is used.
  const byName = [...kept(known), ...known.filter(({ removed }) => removed)]
  const names = new Set<string>()
  const taken = new Set<Known>()
  return wanted.map(({ id, name }, at) => {
    const found = id === undefined ? byName.find((one) => one.name === name && !byId.includes(one)) : byId[at]
    if (id !== undefined && !found) faults.add(`${path}.${at}.id`, 'not_found', 'The product has no such id here.')
    else if (id === undefined && name === undefined) faults.add(`${path}.${at}.name`, 'required', 'This is required.')
    else if (found && taken.has(found)) faults.add(`${path}.${at}.id`, 'duplicate', 'This is given twice.')
    const shown = name ?? found?.name ?? ''
    if (names.has(shown)) faults.add(`${path}.${at}.name`, 'duplicate', 'This name is given twice.')
    names.add(shown)
    if (found) taken.add(found)
    return found
  })
}

/** A new spec has its default value. */
function project(value_ids: readonly number[], specs: readonly Spec[], defaults: Map<number, number>): Combination {
  const shown = kept(specs)
  const ids = shown.map((spec) => {
    const given = defaults.get(spec.id)
    return given ?? spec.values.find(({ id }) => value_ids.includes(id))?.id ?? 0
  })
  return { value_ids: ids, spec_values: namesOf(ids, shown) }
}

function refuseMerged({ skus }: State, combinations: Map<number, Combination>, faults: Faults): void {
  const first = new Map<string, number>()
  const pairs: number[][] = []
  for (const { id, deleted_at } of skus) {
    if (deleted_at) continue
    const key = keyOf(combinations.get(id)?.value_ids ?? [])
    const other = first.get(key)
    if (other === undefined) first.set(key, id)
    else pairs.push([other, id])
  }
  if (pairs.length > 0) {
    const reason = 'Without this spec, some SKUs have the same values. Remove those first.'
    faults.add('specs', 'duplicate_combination', reason, { pairs: pairs.slice(0, 20) })
  }
}

interface Requested {
  id: number | undefined
  at: number | null
  value_ids: number[]
}

interface Specified {
  shown: Spec[]
  combinations: Map<number, Combination>
}

function requestedIds(
  { skus: stored }: State,
  wanted: WantedSku[] | undefined,
  { shown, combinations }: Specified,
  faults: Faults,
): Requested[] {
  const present = stored.filter(({ deleted_at }) => !deleted_at)
  const isShown = (ids: readonly number[]) =>
    shown.every(({ values }, at) => kept(values).some(({ id }) => id === ids[at]))
  const ownOf = (id: number | undefined) => (id === undefined ? undefined : combinations.get(id)?.value_ids)
  if (!wanted) {
    const all = present.map(({ id }) => ({ id, at: null, value_ids: ownOf(id) ?? [] }))
    if (!all.every(({ value_ids }) => isShown(value_ids)))
      faults.add('skus', 'required', 'A value is removed that SKUs have: send the SKUs that are to stay.')
    return all
  }
  const holder = new Map(present.map(({ id }) => [keyOf(ownOf(id) ?? []), id]))
  const presentIds = new Set(present.map(({ id }) => id))
  const ids = new Set<number>()
  const firstWith = new Map<string, number>()
  return wanted.map((sku, at) => {
    const path = `skus.${at}`
    const { id } = sku
    const isKnown = id === undefined || presentIds.has(id)
    if (!isKnown) faults.add(`${path}.id`, 'not_found', 'The product has no such SKU.')
    else if (id !== undefined && ids.has(id)) faults.add(`${path}.id`, 'duplicate', 'This is given twice.')
    if (id !== undefined) ids.add(id)
    const value_ids = isKnown ? valuesOf(sku, ownOf(id), path, shown, faults) : undefined
    if (!value_ids) return { id, at, value_ids: [] }
    const key = keyOf(value_ids)
    const other = firstWith.get(key)
    if (other !== undefined) {
      faults.add(path, 'duplicate_combination', 'Another SKU has the same values.', { other: `skus.${other}` })
    } else if (id !== undefined && (holder.get(key) ?? id) !== id) {
      faults.add(path, 'duplicate_combination', 'Another SKU has these values.', { sku_id: holder.get(key) })
    }
    firstWith.set(key, other ?? at)
    return { id, at, value_ids }
  })
}

/** undefined after a fault. */
function valuesOf(
  { value_ids, values }: WantedSku,
  own: number[] | undefined,
  path: string,
  shown: Spec[],
  faults: Faults,
): number[] | undefined {
  const given = values ?? value_ids ?? own ?? (shown.length === 0 ? [] : undefined)
  const field = values ? `${path}.values` : `${path}.value_ids`
  if (!given) {
    faults.add(`${path}.values`, 'required', 'Give one value for each spec.')
    return undefined
  }
  if (given.length !== shown.length) {
    faults.add(field, 'invalid_value', `There must be one value for each of the ${shown.length} specs.`)
    return undefined
  }
  const found = shown.map(
    (spec, at) => kept(spec.values).find(({ id, name }) => (values ? name : id) === given[at])?.id,
  )
  const missing = found.indexOf(undefined)
  if (missing === -1) return found.filter((id) => id !== undefined)
  faults.add(`${field}.${missing}`, 'not_found', 'This is not one of the values of its spec.')
  return undefined
}

function assign(
  { skus: stored }: State,
  requested: Requested[],
  combinations: Map<number, Combination>,
): Omit<MatchedSku, 'spec_values'>[] {
  const taken = new Set(requested.flatMap(({ id }) => id ?? []))
  // Active SKUs come first; of several withdrawn SKUs with the same values, the last withdrawn one is revived.
  const time = ({ deleted_at }: StoredSku) => deleted_at?.getTime() ?? Number.POSITIVE_INFINITY
  const candidates = new Map<string, StoredSku[]>()
  for (const one of [...stored].sort((a, b) => time(b) - time(a) || b.id - a.id)) {
    const key = keyOf(combinations.get(one.id)?.value_ids ?? [])
    if (!taken.has(one.id)) candidates.set(key, [...(candidates.get(key) ?? []), one])
  }
  return requested.map(({ id, at, value_ids }) => {
    if (id !== undefined) return { id, at, value_ids, outcome: 'kept' }
    const found = candidates.get(keyOf(value_ids))?.shift()
    if (!found) return { id: null, at, value_ids, outcome: 'created' }
    return { id: found.id, at, value_ids, outcome: found.deleted_at ? 'revived' : 'kept' }
  })
}
