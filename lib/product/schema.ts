import { z } from 'zod'
import { fileUrl, id, idsUpTo, line, moment, money, pathId, queryInt, safeHtml } from '@/lib/kit/api/endpoint/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { deliveries } from './deliveries'

const left = z.int().nullable().meta({ description: 'Pieces left at this price, if at most 10; null: more' })

const card = {
  id,
  name: z.string(),
  summary: z.string(),
  image_url: fileUrl.nullable().meta({ description: 'The first of images' }),
  price: money.meta({ description: 'Price of the cheapest SKU, in fen' }),
  price_max: money.meta({ description: 'Price of the most expensive SKU, in fen; above price, it is a price “from”' }),
  market_price: money.nullable().meta({ description: 'The original price to show struck through, in fen' }),
  stock: z.int().meta({ description: 'Sum over the available SKUs' }),
  sold_count: z.int().meta({ description: 'Number of pieces sold' }),
  category_id: id,
  pickup_only: z.boolean().meta({ description: 'Only collected at a store, not sent' }),
  deal: z
    .object({ price: money.meta({ description: 'In fen' }), ends_at: moment, left })
    .nullable()
    .meta({ description: 'The deal with the lowest price; null: none now' }),
}

export const ProductCard = z.object(card).meta({ id: 'ProductCard' })

export const Product = z
  .object({
    ...card,
    images: z.array(fileUrl),
    properties: z.array(z.object({ name: z.string(), detail: z.string() })),
    specs: z
      .array(z.object({ name: z.string(), values: z.array(z.string()) }))
      .meta({ description: 'The options to choose from, such as size' }),
    skus: z.array(
      z.object({
        id,
        sku_no: z.string(),
        spec_values: z.array(z.string()).meta({ description: 'In the order of specs' }),
        price: money.meta({ description: 'In fen' }),
        market_price: money.nullable().meta({ description: 'In fen' }),
        stock: z.int().meta({ description: 'Number of pieces in stock' }),
        image_url: fileUrl.nullable().meta({ description: 'The picture of this SKU; null: use those of the product' }),
        deal: z
          .object({
            promotion_id: id,
            label: z.string(),
            price: money.meta({ description: 'In fen' }),
            ends_at: moment,
            left,
            limit: z.int().nullable().meta({ description: 'Pieces that one customer can buy; null: any number' }),
            exclusive: z.boolean().meta({ description: 'Combined with no other promotion on the same line' }),
          })
          .nullable()
          .meta({ description: 'A lower price for a limited time; null: none now' }),
      }),
    ),
    deliveries,
    content: safeHtml,
    category: z.object({ id, name: z.string() }),
  })
  .meta({ id: 'Product' })

export const ProductPage = pageOf(ProductCard)

const sorts = ['sort_order', 'price', 'sold_count', 'created_at'] as const

export const productList = { ...pageQuery, sort: sortBy(sorts, 'sort_order') }
export const CategoryQuery = z.object({ id: pathId.meta({ description: 'The id of the category' }), ...productList })
export const CardQuery = z.object({ ids: idsUpTo(100).meta({ description: '1 to 100 ids, separated by commas' }) })
export const RecentQuery = z.object({ size: queryInt(1, 50).default(10) })
const q = line(1, 64).meta({
  description: 'One word or several, separated by spaces; one Chinese character is a word too',
})

export const SearchQuery = z.object({ q, ...pageQuery, sort: sortBy(sorts, 'relevance', ['relevance']) })
export const SuggestionQuery = z.object({ q })
export const Suggestions = z
  .array(z.string())
  .max(8)
  .meta({ description: 'Names of products, the most sold first, each once' })

export type ProductSort = z.output<typeof CategoryQuery>['sort']
export type SearchSort = z.output<typeof SearchQuery>['sort']
