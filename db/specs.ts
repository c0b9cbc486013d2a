/** `id` is unique within the product. */
export interface SpecValue {
  id: number
  name: string
  /** Absent in removed values. */
  image_url?: string
  removed?: true
}

/** `id` is unique among the specs of the product. */
export interface Spec {
  id: number
  name: string
  values: SpecValue[]
  removed?: true
}

interface NamedSpec {
  name: string
  values: readonly string[]
}

/** Counts specs from 1, and the values of all specs together from 1. */
export function numberSpecs(specs: readonly NamedSpec[]): Spec[] {
  let value_id = 0
  return specs.map(({ name, values }, at) => ({
    id: at + 1,
    name,
    values: values.map((value) => {
      value_id += 1
      return { id: value_id, name: value }
    }),
  }))
}

/** `names`: one value per spec, in the order of the specs. undefined: a name is unknown or missing. */
export function valueIdsOf(specs: readonly Spec[], names: readonly string[]): number[] | undefined {
  const ids = specs.map(({ values }, at) => values.find(({ name }) => name === names[at])?.id)
  const known = ids.filter((id) => id !== undefined)
  return known.length === names.length && known.length === specs.length ? known : undefined
}
