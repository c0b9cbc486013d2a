import { z } from 'zod'
import { carrierAccountProblems } from '@/db/enums'
import { edits, id, line, moment, queryBoolean, secret, version } from '@/lib/kit/api/endpoint/fields'
import { formats } from '@/lib/kit/api/endpoint/formats'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'

const CarrierService = z.object({
  service_type: z.int().meta({ description: 'The number that the carrier gives it' }),
  service_name: z.string(),
})

export const CarrierAccount = z
  .object({
    id,
    delivery_id: z.string().meta({ description: 'The carrier, as in the dictionary carrier' }),
    biz_id: z.string().meta({ description: 'The number of the account at the carrier' }),
    name: z.string().meta({ description: 'The name of the carrier at WeChat' }),
    services: z.array(CarrierService).meta({ description: 'What the carrier offers for the account' }),
    service_type: z.int().nullable().meta({ description: 'Of services, for waybills; null: none is offered' }),
    sender_name: z
      .string()
      .meta({ description: 'Printed on waybills, as are the next fields; empty: not entered yet' }),
    sender_phone: z.string(),
    province: z.string(),
    city: z.string(),
    district: z.string(),
    detail: z.string(),
    is_default: z.boolean().meta({ description: 'Offered first. At most one account is' }),
    enabled: z.boolean(),
    usable: z.boolean().meta({ description: 'Whether waybills can be made: problem is null' }),
    problem: z.enum(carrierAccountProblems).nullable().meta({
      description:
        'The first that applies. unbound: WeChat does not have the account any more; refused: the carrier has not confirmed it, or its password is wrong; no_quota: no waybills are left; no_sender: the sender is not entered yet',
    }),
    status_code: z.int().meta({ description: 'Of WeChat. 0: bound' }),
    quota: z.int().nullable().meta({ description: 'Waybills that are left; null: unknown' }),
    checked_at: moment
      .nullable()
      .meta({ description: 'When WeChat last had the account; null: it does not have it any more' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CarrierAccount' })

/** Without what changes by use. */
export const LoggedCarrierAccount = CarrierAccount.omit({ usable: true, problem: true, quota: true, checked_at: true })

export const CarrierAccountPage = pageOf(CarrierAccount)

export const CarrierAccountQuery = z.object({
  ...pageQuery,
  enabled: queryBoolean.optional(),
  quota_low: queryBoolean.optional().meta({ description: 'true: bound and enabled, with fewer than 20 waybills left' }),
  q: line(1, 64).optional().meta({ description: 'Part of the carrier’s name or of biz_id' }),
  sort: sortBy(['name', 'quota', 'checked_at'], 'name'),
})

export const Refreshed = z
  .object({
    added: z.int().meta({ description: 'Accounts that are new here' }),
    changed: z.int().meta({ description: 'Accounts with another state, quota or service' }),
    removed: z.int().meta({ description: 'Accounts that WeChat does not have any more, now disabled' }),
  })
  .meta({ id: 'RefreshedCarrierAccounts' })

/** Passed on, and nowhere stored or logged. Some carriers have none. */
const password = secret(0).meta({
  description: 'Of the account at the carrier; empty if it has none. It goes to WeChat and is not stored',
})

export const BindingInput = z.strictObject({
  delivery_id: line(1, 64).meta({ description: 'An enabled entry of the dictionary carrier' }),
  biz_id: line(1, 64).meta({ description: 'The number of the account at the carrier' }),
  password: password.default(''),
  remark: line(0, 200).default('').meta({ description: 'For the carrier; EMS asks for a contact and an address' }),
})

export const UnbindingInput = z.strictObject({ password: password.default(''), version })

/** Short enough for the bytes that the platform takes. */
export const CarrierAccountChanges = edits({
  sender_name: line(0, 20).meta({
    description: 'Given together with sender_phone, province, city or district, and detail, or all of them empty',
  }),
  sender_phone: line(0, 32).refine((value) => value === '' || formats.phone.pattern.test(value), {
    error: formats.phone.reason,
    params: { code: 'invalid_format', format: 'phone' },
  }),
  province: line(0, 20),
  city: line(0, 20).meta({
    description: 'Must be in the list of GET /v1/region, with its province; may be empty if the district is',
  }),
  district: line(0, 20),
  detail: line(0, 120),
  service_type: z.int().meta({ description: 'One of the services of the account' }),
  is_default: z.boolean().meta({ description: 'true takes it from the other account' }),
  enabled: z.boolean().meta({ description: 'false also ends is_default' }),
})
