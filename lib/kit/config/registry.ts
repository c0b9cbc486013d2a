import { z } from 'zod'
import { couponReturns, invoiceContents, invoiceStarts } from '@/db/enums'
import { imageUrlSetting, line } from '@/lib/kit/api/endpoint/fields'
import { accents, usualAccent } from './accent'
import { closingSetting } from './closing'
import type { SettingGroup } from './groups'
import { synonymsSetting } from './synonyms'
import { timeZones, usualTimeZone } from './time-zone'

/** The schema is created on first use: creating all would delay the start of a process. */
class Setting<T extends z.core.$ZodType> {
  private made: T | undefined

  constructor(
    readonly group: SettingGroup,
    readonly fallback: z.output<T>,
    private readonly make: () => T,
  ) {}

  get schema(): T {
    this.made ??= this.make()
    return this.made
  }
}

const integer = (group: SettingGroup, fallback: number, minimum: number, maximum: number) =>
  new Setting(group, fallback, () => z.int().min(minimum).max(maximum))

const boolean = (group: SettingGroup, fallback: boolean) => new Setting(group, fallback, () => z.boolean())

const text = (group: SettingGroup, longest: number) => new Setting(group, '', () => line(0, longest))

const choice = <const Options extends readonly [string, ...string[]]>(
  group: SettingGroup,
  options: Options,
  fallback: NoInfer<Options[number]>,
) => new Setting(group, fallback, () => z.enum(options))

/** Money is in fen. The table `config` has only values that were set. A test fails for a setting that no code reads. */
export const declaredSettings = {
  'shop.name': text('shop', 64),
  'shop.logo_url': new Setting('shop', '', imageUrlSetting),
  'shop.phone': text('shop', 20),
  'shop.accent': choice('shop', accents, usualAccent),
  'shop.time_zone': choice('shop', timeZones, usualTimeZone),
  'shop.search_words': text('shop', 200),
  'shop.search_synonyms': new Setting('shop', '', synonymsSetting),
  'shop.closed': new Setting('shop', null, closingSetting),
  'shop.closed_moves_deadlines': boolean('shop', false),
  'user.registration': boolean('sign_in', true),
  'session.customer_idle_days': integer('sign_in', 30, 1, 365),
  'session.customer_max_days': integer('sign_in', 180, 1, 730),
  'session.staff_idle_hours': integer('sign_in', 12, 1, 168),
  'session.staff_max_days': integer('sign_in', 7, 1, 90),
  'session.most': integer('sign_in', 20, 1, 100_000),
  'limit.sign_ins': integer('limit', 30, 1, 100_000),
  'limit.login_pair': integer('limit', 5, 1, 100_000),
  'limit.login_account': integer('limit', 50, 1, 100_000),
  'limit.login_address': integer('limit', 60, 1, 100_000),
  'limit.login_minutes': integer('limit', 10, 1, 1_440),
  'limit.code_logins_per_minute': integer('limit', 120, 1, 1_000_000),
  'limit.registrations_per_hour': integer('limit', 100, 1, 1_000_000),
  'limit.sandbox_per_minute': integer('limit', 600, 1, 1_000_000),
  'limit.reads_per_minute': integer('limit', 600, 0, 10_000_000),
  'limit.writes_per_minute': integer('limit', 300, 1, 10_000_000),
  'limit.key_reads_per_minute': integer('limit', 1_200, 1, 10_000_000),
  'limit.key_writes_per_minute': integer('limit', 600, 1, 10_000_000),
  'limit.pictures_per_day': integer('limit', 20, 1, 100_000),
  'log.retention_days': integer('log', 180, 7, 3_650),
  'log.import_days': integer('log', 30, 1, 3_650),
  'event.days': integer('log', 30, 1, 365),
  'file.quota_mb': integer('file', 5_120, 1, 10_000_000),
  'file.pdf': boolean('file', false),
  'file.mp4': boolean('file', false),
  'address.max': integer('limit', 20, 1, 200),
  'order.unpaid_minutes': integer('order', 30, 5, 10_080),
  'order.unpaid_max': integer('limit', 10, 1, 100_000),
  'order.unpaid_max_unverified': integer('limit', 2, 1, 100_000),
  'order.unpaid_max_per_ip': integer('limit', 20, 1, 100_000),
  'order.unpaid_pieces': integer('limit', 100, 1, 100_000),
  'order.unpaid_pieces_unverified': integer('limit', 10, 1, 100_000),
  'order.complete_days': integer('order', 10, 1, 90),
  'freight.combine': choice('delivery', ['sum', 'highest'], 'sum'),
  'waybill.packing_weight_g': integer('delivery', 0, 0, 100_000),
  'pickup.remind_days': integer('delivery', 3, 1, 90),
  // The law grants customers seven days for returns.
  'after_sale.days': integer('after_sale', 7, 7, 365),
  'after_sale.quality_days': integer('after_sale', 15, 0, 365),
  'after_sale.decide_hours': integer('after_sale', 48, 1, 720),
  'after_sale.return_days': integer('after_sale', 7, 1, 90),
  'after_sale.inspect_days': integer('after_sale', 10, 1, 90),
  'after_sale.return_address': text('after_sale', 200),
  'coupon.returns': choice('promotion', couponReturns, 'unshipped'),
  'coupon.return_days': integer('promotion', 7, 1, 365),
  'promotion.most_off_permille': integer('promotion', 900, 1, 999),
  'invoice.enabled': boolean('invoice', false),
  'invoice.from': choice('invoice', invoiceStarts, 'paid'),
  'invoice.days': integer('invoice', 180, 1, 3_650),
  'invoice.content': choice('invoice', invoiceContents, 'goods'),
  'wechat.shipping': choice('wechat', ['auto', 'on', 'off'], 'auto'),
  'stock.low': integer('stock', 10, 0, 1_000_000),
} as const

export type SettingKey = keyof typeof declaredSettings
export type Settings = { readonly [K in SettingKey]: z.output<(typeof declaredSettings)[K]['schema']> }
