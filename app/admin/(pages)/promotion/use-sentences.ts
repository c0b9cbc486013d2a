'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { rateOf } from '@/lib/kit/off'
import { dealPrices, dealRows, type FilledTier, filledTiers, hasCoupons, isDeal, lengthOf, type Values } from './terms'

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** Pieces of a SKU at the price of the deal. */
type SoldOf = (sku_id: unknown) => number

/** In fen. */
const examplePrice = 3_600

/**
 * `tiers`: of the tiers; `price`: of a row of a deal; `sentences`: of the promotion, empty while it is incomplete;
 * `summary`: of a row of the list.
 */
export function useSentences() {
  const t = useTranslations('promotion.sentence')
  const format = useFormatter()
  const locale = useLocale()
  const money = (fen: number) => format.number(fen / 100, 'price')
  const moment = (value: string) => format.dateTime(new Date(value), { dateStyle: 'medium', timeStyle: 'short' })

  const gain = ({ value, atMost }: FilledTier, gives: unknown) => {
    const isFreight = gives === 'freight'
    const limit = atMost === undefined ? '' : t('atMost', { amount: money(atMost) })
    if (value.kind === 'off_amount') {
      const amount = money(value.number)
      return isFreight ? t('freightAmount', { amount }) : t('amount', { amount })
    }
    const rate = rateOf(value.number, locale)
    if (!isFreight) return `${t('percent', { rate })}${limit}`
    return `${value.number === 1000 ? t('freeFreight') : t('freightPercent', { rate })}${limit}`
  }

  const tier = (one: FilledTier, { gives, repeats }: Values) => {
    const { kind, number } = one.threshold
    const off = gain(one, gives)
    if (kind === 'nth')
      return one.isPerProduct ? t('nthPerProduct', { off, nth: number }) : t('nth', { off, nth: number })
    const isRepeated = repeats === true
    if (kind === 'from_amount')
      return isRepeated ? t('everyAmount', { from: money(number), off }) : t('fromAmount', { from: money(number), off })
    if (isRepeated) return t('everyPieces', { count: number, off })
    return number === 1 ? t('noThreshold', { off }) : t('fromPieces', { count: number, off })
  }

  const tiers = (values: Values) =>
    filledTiers(values.tiers)
      .map((one) => tier(one, values))
      .join(t('separator'))

  /** Of every n-th piece, with one piece more than n. */
  const examples = (values: Values) =>
    filledTiers(values.tiers).flatMap(({ threshold: { kind, number: nth }, value: { number: permille } }) =>
      kind === 'nth'
        ? [
            t('nthExample', {
              nth,
              count: nth + 1,
              price: money(examplePrice),
              rate: rateOf(permille, locale),
              amount: money(Math.floor((examplePrice * permille) / 1_000)),
            }),
          ]
        : [],
    )

  const goods = ({ scope, category_ids, product_ids, except_product_ids }: Values) => {
    const chosen = () => {
      if (scope === 'categories') return t('categories', { count: lengthOf(category_ids) })
      if (scope === 'products') return t('products', { count: lengthOf(product_ids) })
      return t('all')
    }
    const except = lengthOf(except_product_ids)
    return `${chosen()}${except > 0 ? t('except', { count: except }) : ''}`
  }

  const coupons = ({ coupon_source, per_customer, total, valid_days }: Values) => {
    const terms = [
      ...(typeof per_customer === 'number' ? [t('couponsPerCustomer', { count: per_customer })] : []),
      ...(typeof total === 'number' ? [t('couponsInAll', { count: total })] : []),
      typeof valid_days === 'number' ? t('couponDays', { count: valid_days }) : t('couponsUntilEnd'),
    ]
    return t('coupons', { source: String(coupon_source), terms: terms.join(t('couponSeparator')) })
  }

  /** `name`: of the SKU; `sold`: pieces. */
  const price = ({ price, quota }: Values, name: string, sold: number) => {
    const shown = { name, sold, price: typeof price === 'number' ? money(price) : '' }
    return typeof quota === 'number' ? t('soldOf', { ...shown, count: quota }) : t('sold', shown)
  }

  interface Period {
    from: string
    to: string
  }

  const limited = (skus: unknown, soldOf: SoldOf): string[] => {
    const quotas = dealRows(skus).flatMap(({ sku_id, quota }) =>
      typeof quota === 'number' ? [{ quota, left: Math.max(0, quota - soldOf(sku_id)) }] : [],
    )
    if (quotas.length === 0) return []
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    const count = sum(quotas.map(({ quota }) => quota))
    return [t('limited', { skus: quotas.length, count, left: sum(quotas.map(({ left }) => left)) })]
  }

  const dealTerms = ({ skus, per_customer }: Values, period: Period, soldOf: SoldOf): string[] => {
    const prices = dealPrices(skus)
    if (prices.length === 0) return []
    return [
      t('deal', { count: prices.length, price: money(Math.min(...prices)), ...period }),
      ...limited(skus, soldOf),
      ...(typeof per_customer === 'number' ? [t('piecesPerCustomer', { count: per_customer })] : []),
    ]
  }

  const orderTerms = (values: Values, period: Period): string[] => {
    const { audience, per_customer } = values
    const steps = tiers(values)
    if (steps === '') return []
    return [
      t('whole', { tiers: steps, goods: goods(values), ...period }),
      ...examples(values),
      ...(audience === 'first_order' ? [t('firstOrder')] : []),
      ...(hasCoupons(values)
        ? [coupons(values)]
        : typeof per_customer === 'number'
          ? [t('perCustomer', { count: per_customer })]
          : []),
    ]
  }

  const sentences = (values: Values, soldOf: SoldOf = () => 0): string[] => {
    const { starts_at, ends_at, exclusive, enabled } = values
    if (!isMoment(starts_at) || !isMoment(ends_at)) return []
    const period = { from: moment(starts_at), to: moment(ends_at) }
    const terms = isDeal(values) ? dealTerms(values, period, soldOf) : orderTerms(values, period)
    if (terms.length === 0) return []
    return [
      ...terms,
      ...(exclusive === true ? [t('exclusive')] : []),
      ...(enabled === false ? [hasCoupons(values) ? t('stoppedCoupons') : t('stopped')] : []),
    ]
  }

  /** Of a row of the list. */
  const summary = (row: Values): string => {
    const { sku_count, lowest_price } = row
    if (!isDeal(row)) return tiers(row)
    if (typeof sku_count !== 'number' || typeof lowest_price !== 'number') return ''
    return t('prices', { count: sku_count, price: money(lowest_price) })
  }

  return { tiers, price, sentences, summary }
}
