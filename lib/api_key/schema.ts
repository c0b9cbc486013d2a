import { z } from 'zod'
import { keyAccesses, keyStatuses } from '@/db/enums'
import { edits, id, line, moment, momentInput } from '@/lib/kit/api/endpoint/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { staffName } from '@/lib/kit/people/schema'

export const ApiKey = z
  .object({
    id: id.meta({ description: 'Also the user_id of its entries in the audit log' }),
    name: z.string(),
    hint: z.string().meta({ description: 'The first 8 characters of the secret' }),
    status: z.enum(keyStatuses).meta({
      description: 'Only active keys are accepted. maker_inactive: its maker is disabled or deleted',
    }),
    permission_codes: z.array(z.string()),
    lost_codes: z
      .array(z.string())
      .meta({ description: 'Those of permission_codes that its maker does not hold any more: without effect' }),
    access: z.enum(keyAccesses).meta({ description: 'read: GET only, whatever its permissions' }),
    allowed_ips: z.array(z.string()).meta({ description: 'Addresses and networks; empty: any' }),
    mcp: z.boolean().meta({ description: 'Whether an agent may use it, by the Model Context Protocol at /mcp' }),
    expires_at: moment.nullable(),
    revoked_at: moment.nullable(),
    made_by: staffName,
    last_used_at: moment.nullable().meta({ description: 'To the minute' }),
    last_ip: z.string().nullable(),
    unused: z.boolean().meta({ description: 'Active, and not used for 90 days' }),
    previous_until: moment.nullable().meta({ description: 'Until then, the secret before a rotation is accepted too' }),
    previous_used_at: moment.nullable().meta({ description: 'The last use of that former secret' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'ApiKey' })

/** Without what changes by use. */
export const LoggedKey = ApiKey.omit({ lost_codes: true, last_used_at: true, last_ip: true, unused: true })

export const ApiKeyPage = pageOf(ApiKey)

export const ApiKeyQuery = z.object({
  ...pageQuery,
  status: z.enum(keyStatuses).optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the name' }),
  sort: sortBy(['name', 'last_used_at', 'expires_at', 'created_at'], '-created_at'),
})

/** A key with its secret, which no other answer contains. */
export const NewApiKey = ApiKey.extend({
  secret: z.string().meta({ description: 'Shown only now. Sent as Authorization: Bearer <secret>' }),
}).meta({ id: 'NewApiKey' })

export const RotatedKey = NewApiKey.pick({ id: true, secret: true, previous_until: true, version: true }).meta({
  id: 'RotatedKey',
})

const networks = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const network = line(1, 49).refine((value) => networks.safeParse(value).success, {
  error: 'This must be an IP address or a network, such as 203.0.113.0/24.',
  params: { code: 'invalid_format', format: 'network' },
})

const fields = {
  name: line(1, 64),
  permission_codes: z.array(line(1, 64)).max(200),
  access: z.enum(keyAccesses),
  allowed_ips: z.array(network).max(50).meta({
    description: 'Such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32; empty: any',
  }),
  mcp: z.boolean().meta({ description: 'Lets an agent use the key, by the Model Context Protocol at /mcp' }),
  expires_at: momentInput.nullable().meta({ description: 'At most 366 days from now; null: never' }),
}

export const ApiKeyInput = z.strictObject({
  ...fields,
  allowed_ips: fields.allowed_ips.default([]),
  mcp: fields.mcp.default(false),
})

export const ApiKeyChanges = edits(fields)

/** For the key itself. */
export const OwnKey = ApiKey.pick({
  id: true,
  name: true,
  access: true,
  allowed_ips: true,
  mcp: true,
  expires_at: true,
  made_by: true,
  previous_until: true,
})
  .extend({ permission_codes: z.array(z.string()).meta({ description: 'Those with an effect' }) })
  .meta({ id: 'OwnKey' })
