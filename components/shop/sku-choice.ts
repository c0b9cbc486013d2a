import type { z } from 'zod'
import type { Product as Schema } from '@/lib/product/schema'

export type Product = Pick<z.output<typeof Schema>, 'specs' | 'skus'>
export type Sku = Product['skus'][number]

/** The chosen value of each spec, in the order of the specs; null: nothing is chosen. */
export type Choice = readonly (string | null)[]

/**
 * The availability of a value of a spec, given the chosen values of the other specs. `sold_out`: no matching SKU has
 * stock. `other`: no SKU matches, so that the value can be chosen only together with other values of the other specs.
 */
export type ValueState = 'available' | 'sold_out' | 'other'

const fits = ({ spec_values }: Sku, choice: Choice) =>
  choice.every((value, at) => value === null || spec_values[at] === value)

const replaced = (choice: Choice, at: number, value: string | null): Choice =>
  choice.map((former, index) => (index === at ? value : former))

/** The initial choice: only the values of specs with a single value are chosen. */
export const firstChoice = ({ specs }: Product): Choice =>
  specs.map(({ values }) => (values.length === 1 ? (values[0] ?? null) : null))

/**
 * Returns the choice in which the spec at index `at` has `value`. If no SKU has this value together with the other
 * chosen values, resets the other specs.
 */
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

/** Returns the SKU with the chosen values. undefined: a spec has no chosen value, or no SKU matches. */
export const chosenSku = ({ skus }: Product, choice: Choice): Sku | undefined =>
  choice.includes(null) ? undefined : skus.find((sku) => fits(sku, choice))

/** Returns the choice with the values of a SKU. undefined: the product has no such SKU. */
export const choiceOf = ({ skus }: Product, sku_id: number): Choice | undefined =>
  skus.find(({ id }) => id === sku_id)?.spec_values

/**
 * Returns the URL of the picture that all matching SKUs share. undefined: nothing is chosen, or the matching SKUs have
 * no picture or different pictures.
 */
export function pictureOf({ skus }: Product, choice: Choice): string | undefined {
  if (choice.every((value) => value === null)) return undefined
  const [first, ...others] = new Set(skus.filter((sku) => fits(sku, choice)).map(({ image_url }) => image_url))
  return others.length === 0 ? (first ?? undefined) : undefined
}

/** The index of the first spec without a chosen value; -1: every spec has a chosen value. */
export const missingAt = (choice: Choice): number => choice.indexOf(null)
