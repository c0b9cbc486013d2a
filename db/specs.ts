/** A value of a spec, such as "red". Its id is unique within the product. */
export interface SpecValue {
  id: number
  name: string
  /** The address of a file. Missing in removed values. */
  image_url?: string
  removed?: true
}

/** A spec of a product, such as "color". Its id is unique among the specs of the product. */
export interface Spec {
  id: number
  name: string
  values: SpecValue[]
  removed?: true
}

/** A spec as written by people: names only. */
interface NamedSpec {
  name: string
  values: readonly string[]
}

/** Gives ids to the specs of a new product and to their values: 1, 2, … */
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

/**
 * Returns the ids of the values with these names, in the order of the specs; undefined if a name is unknown or missing.
 */
export function valueIdsOf(specs: readonly Spec[], names: readonly string[]): number[] | undefined {
  const ids = specs.map(({ values }, at) => values.find(({ name }) => name === names[at])?.id)
  const known = ids.filter((id) => id !== undefined)
  return known.length === names.length && known.length === specs.length ? known : undefined
}
