import { z } from 'zod'
import { accountTypes, clientTypes, genders, identityTypes, personKinds, userStatuses } from '@/db/enums'
import {
  accountLine,
  bulkIds,
  changes,
  day,
  edits,
  fileUrl,
  id,
  imageUrlInput,
  line,
  mobile,
  moment,
  paragraphs,
  pathId,
  queryBoolean,
  secret,
  trimmedLine,
} from '@/lib/kit/api/endpoint/fields'
import { listFileQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { OrderCount } from '@/lib/order/schema'
import { strengthRules } from '@/lib/token/strength-rules'
import { OwnView } from '@/lib/view/schema'
import { email, username } from './account'

export const User = z
  .object({
    id,
    kind: z.enum(personKinds),
    nickname: z.string(),
    avatar_url: fileUrl.nullable(),
    gender: z.enum(genders),
    birthday: z.string().nullable().meta({ format: 'date' }),
    username: z.string().nullable().meta({ description: 'The name for signing in' }),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    mobile: z.string().nullable(),
    mobile_verified: z.boolean(),
    has_password: z.boolean().meta({ description: 'false if the user signs in only through the mini-program' }),
    created_at: moment,
    is_root: z.boolean().optional().meta({ description: 'Staff only' }),
    groups: z
      .array(z.object({ id, name: z.string() }))
      .optional()
      .meta({ description: 'Staff only' }),
    permission_codes: z.array(z.string()).optional().meta({ description: 'Staff only' }),
    views: z.array(OwnView).optional().meta({ description: 'Staff only: their saved views of the lists of the admin' }),
  })
  .meta({ id: 'User' })

export const UserWithCounts = User.extend({
  order_counts: OrderCount.optional().meta({ description: 'Customers only, with counts=true: as GET /v1/order/count' }),
})

export const UserQuery = z.object({
  counts: queryBoolean.optional().meta({ description: 'true: a customer gets the counts of their orders, too' }),
})

const accountType = z.literal(accountTypes).meta({ description: '100 user name, 101 e-mail, 102 phone' })

export const Registration = z.strictObject({
  type: accountType,
  account: accountLine(1, 256).meta({ description: 'User name, e-mail or phone, depending on type' }),
  secret: secret(strengthRules.customer.length),
  nickname: line(1, 64).optional(),
})

const isPast = (value: string) => value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10)

export const UserChanges = changes({
  nickname: line(1, 64),
  avatar_url: imageUrlInput.nullable().meta({ description: 'null removes it. Customers set it by avatar_id' }),
  avatar_id: id.meta({ description: 'Of customers: a picture from POST /v1/file, which becomes the avatar' }),
  gender: z.enum(genders),
  birthday: day
    .refine(isPast, { error: 'This must be a day from 1900 to today.', params: { code: 'out_of_range' } })
    .nullable(),
})

const currentSecret = z.string().min(1).max(128).meta({ format: 'password' })
/** Not `line`, whose values are logged. */
const loginCode = trimmedLine(1, 256).meta({ description: 'A fresh code of wx.login' })

export const SecretChange = z.strictObject({
  old_secret: currentSecret.optional().meta({ description: 'Required if the user has a password' }),
  code: loginCode.optional().meta({ description: 'Required if the user has no password: a fresh code of wx.login' }),
  new_secret: secret(strengthRules.customer.length).meta({
    description: `Not easy to guess, or it is refused as too_weak. Of staff at least ${strengthRules.staff.length} characters`,
  }),
})

/** In addition to the token. */
export const Proof = z
  .strictObject({
    secret: currentSecret.optional().meta({ description: 'The password' }),
    code: loginCode.optional(),
  })
  .refine(({ secret, code }) => (secret === undefined) !== (code === undefined), {
    error: 'Give either secret or code.',
    params: { code: 'required' },
    path: ['secret'],
  })

export const Session = z
  .object({
    id,
    client_type: z.enum(clientTypes),
    ip: z.string(),
    user_agent: z.string(),
    created_at: moment,
    last_seen_at: moment.meta({ description: 'Accurate to five minutes' }),
    expires_at: moment.meta({ description: 'Extended while the session is used' }),
    current: z.boolean().meta({ description: 'Whether this is the session of the request' }),
  })
  .meta({ id: 'Session' })

const merge = z
  .boolean()
  .default(false)
  .meta({ description: 'If another customer has it: merge their account into mine. Cannot be undone' })

const move = merge.meta({
  description:
    'If another customer has it: merge their account into mine, or, where both have a mini-program user, move the number here. Cannot be undone',
})

export const MobileClaim = z.strictObject({
  code: line(1, 256).meta({ description: 'The code of the platform’s phone button, not of wx.login' }),
  merge: move,
})

export const MiniProgramClaim = z.strictObject({ code: loginCode, merge })

export const JoinedUser = User.extend({
  dropped: z
    .array(z.object({ type: z.literal(identityTypes), identifier: z.string().meta({ description: 'Masked: 13***' }) }))
    .meta({ description: 'Sign-ins that no longer work, because an account has at most one of each type' }),
}).meta({ id: 'JoinedUser' })

export const userStatus = z.enum(userStatuses)

export const Staff = z
  .object({
    id,
    username: z.string().nullable(),
    nickname: z.string(),
    avatar_url: fileUrl.nullable(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    status: userStatus,
    is_root: z.boolean().meta({ description: 'Holds every permission' }),
    must_change_secret: z.boolean().meta({ description: 'The user must change their password before anything else' }),
    locked_until: moment.nullable().meta({
      description:
        'Too many wrong passwords: until then, the account cannot sign in from the address of these attempts. null: not locked',
    }),
    groups: z.array(z.object({ id, name: z.string() })),
    remark: z.string(),
    last_login_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Staff' })

/** `beyond_codes`: the caller lacks these, and would need them to change this member. */
export const StaffDetail = Staff.extend({
  beyond_codes: z
    .array(z.string())
    .meta({ description: 'Permissions that they hold and you do not. While there are any, you cannot change them' }),
}).meta({ id: 'StaffDetail' })

export const StaffPage = pageOf(Staff)

export const StaffQuery = z.object({
  ...pageQuery,
  ...listFileQuery(StaffPage),
  sort: sortBy(
    ['id', 'nickname', 'username', 'status', 'is_root', 'email', 'mobile', 'last_login_at', 'created_at'],
    '-id',
  ),
  group_id: pathId.optional(),
  status: userStatus.optional(),
  q: accountLine(1, 64).optional().meta({ description: 'Part of the user name, nickname, e-mail or phone' }),
})

const group_ids = z
  .array(id)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])

const staffFields = {
  nickname: line(1, 64),
  email: email.nullable(),
  mobile: mobile.nullable(),
  avatar_url: imageUrlInput.nullable(),
  remark: paragraphs(0, 500),
  group_ids,
  is_root: z.boolean().meta({ description: 'Only root staff can change this' }),
}

const must_change_secret = z.boolean().meta({ description: 'The user must choose a new password before anything else' })

export const StaffInput = z.strictObject({
  username,
  secret: secret(strengthRules.staff.length),
  nickname: staffFields.nickname,
  email: staffFields.email.optional(),
  mobile: staffFields.mobile.optional(),
  avatar_url: staffFields.avatar_url.optional(),
  remark: staffFields.remark.default(''),
  group_ids: staffFields.group_ids,
  is_root: staffFields.is_root.default(false),
  must_change_secret: must_change_secret.default(true),
})

export const StaffChanges = edits({ ...staffFields, status: userStatus })

export const StaffBulk = z.discriminatedUnion('action', [
  z.strictObject({ ids: bulkIds, action: z.literal('enable') }),
  z.strictObject({ ids: bulkIds, action: z.literal('disable') }),
  z.strictObject({
    ids: bulkIds,
    action: z.literal('groups'),
    add: group_ids.default([]).meta({ description: 'Groups that each of them joins' }),
    remove: group_ids.default([]).meta({ description: 'Groups that each of them leaves' }),
  }),
])

export const SecretReset = z.strictObject({
  secret: secret(strengthRules.staff.length),
  must_change_secret: must_change_secret.default(true),
})

export const StaffSession = Session.omit({ current: true }).meta({ id: 'StaffSession' })
