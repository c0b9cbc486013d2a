import type { z } from 'zod'
import type { Product as Schema } from '@/lib/product/schema'

export type Product = Pick<z.output<typeof Schema>, 'specs' | 'skus'>
export type Sku = Product['skus'][number]

/** In the order of the specs; null: nothing is chosen. */
export type Choice = readonly (string | null)[]

/** `sold_out`: no matching SKU has stock. `other`: needs other values of the other specs. */
export type ValueState = 'available' | 'sold_out' | 'other'

const fits = ({ spec_values }: Sku, choice: Choice) =>
  choice.every((value, at) => value === null || spec_values[at] === value)

const replaced = (choice: Choice, at: number, value: string | null): Choice =>
  choice.map((former, index) => (index === at ? value : former))

/** Only specs with a single value are chosen. */
export const firstChoice = ({ specs }: Product): Choice =>
  specs.map(({ values }) => (values.length === 1 ? (values[0] ?? null) : null))

/** If no SKU has this value together with the others, resets the other specs. */
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

export const chosenSku = ({ skus }: Product, choice: Choice): Sku | undefined =>
  choice.includes(null) ? undefined : skus.find((sku) => fits(sku, choice))

export const choiceOf = ({ skus }: Product, sku_id: number): Choice | undefined =>
  skus.find(({ id }) => id === sku_id)?.spec_values

/** Shared by all matching SKUs. undefined: nothing is chosen, or no common picture. */
export function pictureOf({ skus }: Product, choice: Choice): string | undefined {
  if (choice.every((value) => value === null)) return undefined
  const [first, ...others] = new Set(skus.filter((sku) => fits(sku, choice)).map(({ image_url }) => image_url))
  return others.length === 0 ? (first ?? undefined) : undefined
}

export const missingAt = (choice: Choice): number => choice.indexOf(null)
