import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/* The sample ERP, which is JavaScript. */

interface Shop {
  get(path: string): Promise<unknown>
  post(path: string, body: object, reason?: string): Promise<unknown>
}

interface Erp {
  mirror(): Promise<void>
  pushStock(counted: Record<string, number>, reason: string): Promise<Record<string, { code: string }>>
  pushPrices(prices: Record<string, number>, reason: string): Promise<Record<string, { code: string }>>
  ship(id: number, parcel: { carrier: string; tracking_no: string }): Promise<boolean>
}

interface Options {
  base: string
  key: string
  fetch?: typeof fetch
  pause?: () => Promise<unknown>
  attempts?: number
}

interface Sample {
  Refusal: new () => Error
  Shop: new (options: Options) => Shop
  FileStore: new (file: string) => { orders: Record<string, unknown> }
  Erp: new (shop: Shop, store: object) => Erp
}

const isClass = (value: unknown) => typeof value === 'function'
const Sample = z.object({
  Refusal: z.custom<Sample['Refusal']>(isClass),
  Shop: z.custom<Sample['Shop']>(isClass),
  FileStore: z.custom<Sample['FileStore']>(isClass),
  Erp: z.custom<Sample['Erp']>(isClass),
})

const file = join(import.meta.dirname, '../../../examples/erp/erp.mjs')

export const readSample = async (): Promise<Sample> =>
  Sample.parse(await import(/* @vite-ignore */ pathToFileURL(file).href))
