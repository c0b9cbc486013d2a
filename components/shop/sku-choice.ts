import type { z } from 'zod'
import type { Product as Schema } from '@/lib/product/schema'

export type Product = Pick<z.output<typeof Schema>, 'specs' | 'skus'>
export type Sku = Product['skus'][number]

/** The chosen value of each spec, in the order of the specs; null: none yet. */
export type Choice = readonly (string | null)[]

/** Whether a value can be had with the other chosen ones: `other`: only with others, `sold_out`: there are no pieces. */
export type ValueState = 'available' | 'sold_out' | 'other'

const fits = ({ spec_values }: Sku, choice: Choice) =>
  choice.every((value, at) => value === null || spec_values[at] === value)

const replaced = (choice: Choice, at: number, value: string | null): Choice =>
  choice.map((former, index) => (index === at ? value : former))

/** What is chosen at first: that of which there is no choice. */
export const firstChoice = ({ specs }: Product): Choice =>
  specs.map(({ values }) => (values.length === 1 ? (values[0] ?? null) : null))

/** Chooses a value. Where no SKU has it together with the other chosen ones, those are to be chosen anew. */
export function withValue(product: Product, choice: Choice, at: number, value: string): Choice {
  const next = replaced(choice, at, value)
  if (product.skus.some((sku) => fits(sku, next))) return next
  return firstChoice(product).map((only, index) => (index === at ? value : only))
}

export function stateOf({ skus }: Product, choice: Choice, at: number, value: string): ValueState {
  const matching = skus.filter((sku) => fits(sku, replaced(choice, at, value)))
  if (matching.length === 0) return 'other'
  return matching.some(({ stock }) => stock > 0) ? 'available' : 'sold_out'
}

/** The chosen SKU; undefined until every spec has a value. */
export const chosenSku = ({ skus }: Product, choice: Choice): Sku | undefined =>
  choice.includes(null) ? undefined : skus.find((sku) => fits(sku, choice))

/** The choice that leads to a SKU; undefined for one that the product does not have. */
export const choiceOf = ({ skus }: Product, sku_id: number): Choice | undefined =>
  skus.find(({ id }) => id === sku_id)?.spec_values

/** The picture of what is chosen, which may be a part of the specs: that of all SKUs that are left; undefined: none. */
export function pictureOf({ skus }: Product, choice: Choice): string | undefined {
  if (choice.every((value) => value === null)) return undefined
  const [first, ...others] = new Set(skus.filter((sku) => fits(sku, choice)).map(({ image_url }) => image_url))
  return others.length === 0 ? (first ?? undefined) : undefined
}

/** The place of the first spec without a value; -1: there is none. */
export const missingAt = (choice: Choice): number => choice.indexOf(null)
