import { z } from 'zod'
import { user } from '@/db/schema/user'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { id, idParams, pathId } from '@/lib/kit/api/endpoint/fields'
import { BulkResult, eachUnderSavepoint } from '@/lib/kit/api/rows/bulk'
import { noSuch, refuseStale, updateRow } from '@/lib/kit/api/rows/rows'
import { clearLocks } from '@/lib/kit/api/run/limits'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { historyOf } from '@/lib/oper_log/history'
import { hashSecret } from '@/lib/token/secret'
import { requireStrong } from '@/lib/token/strength'
import * as example from './example'
import { codesOf, lockTarget, refuseSelf, requireRankOver } from './rank'
import {
  SecretReset,
  Staff,
  StaffBulk,
  StaffChanges,
  StaffDetail,
  StaffInput,
  StaffPage,
  StaffQuery,
  StaffSession,
} from './schema'
import { changeStaff, createStaff, endSessions, listStaff, openSessions, readStaff, removeStaff } from './staff'
import { requireStrongFor } from './strength'

export const listCmsUsers = endpoint({
  method: 'GET',
  path: '/cms/user',
  summary: 'List staff',
  description: 'With their groups; filtered by group, by status and by part of a name, e-mail or phone.',
  access: permission('cms.user.list'),
  query: StaffQuery,
  output: StaffPage,
  csv: {
    name: 'staff',
    permission: 'cms.user.export',
    texts: 'user',
    labels: { last_login_at: 'lastLogin', locked_until: 'csv.lockedUntil' },
    dictionaries: { status: 'user_status' },
  },
  example: {
    query: { status: 'active' },
    output: { items: [example.staff], page: 1, size: 10, total: 1 },
  },
  handle: listStaff,
})

export const getCmsUser = endpoint({
  method: 'GET',
  path: '/cms/user/{id}',
  summary: 'Get a staff member',
  description: 'With their groups, the permissions of theirs that you lack, and the version that a change sends back.',
  access: permission('cms.user.list'),
  params: idParams,
  output: StaffDetail,
  example: { params: { id: '3' }, output: { ...example.staff, beyond_codes: [] } },
  async handle({ db, params, caller }) {
    const [staff, codes] = await Promise.all([readStaff(db, params.id), codesOf(db, params.id)])
    return { ...staff, beyond_codes: codes.filter((code) => !holds(caller, code)) }
  },
})

export const listStaffHistory = historyOf('user', 'a staff member', 'cms.user.list')

export const createCmsUser = endpoint({
  method: 'POST',
  path: '/cms/user',
  summary: 'Create a staff member',
  description: 'You can only assign groups whose permissions you hold. Only root staff can make a user root.',
  access: permission('cms.user.create'),
  body: StaffInput,
  output: Staff,
  shown_to: 'cms.user.list',
  status: 201,
  location: ({ id }) => `/cms/user/${id}`,
  problems: ['already_exists'],
  example: {
    body: {
      username: 'operator',
      secret: 'a first password',
      nickname: '阿青',
      email: 'aqing@example.com',
      group_ids: [1],
    },
    output: { ...example.staff, must_change_secret: true, last_login_at: null },
  },
  async prepare({ body }) {
    const names = [body.username, body.nickname, body.email, body.mobile]
    await requireStrong({ field: 'secret', secret: body.secret, kind: 'staff', names })
    return hashSecret(body.secret)
  },
  async handle({ db, body, caller, prepared, recorder }) {
    const after = await readStaff(db, await createStaff(db, caller, body, prepared))
    recorder.audit({ target: ['user', after.id], as: Staff, after })
    return after
  },
})

export const updateCmsUser = endpoint({
  method: 'PUT',
  path: '/cms/user/{id}',
  summary: 'Change a staff member',
  description:
    'You must hold every permission that the user holds. Disabling a user ends their sessions. You cannot change your own groups, status or root.',
  access: permission('cms.user.update'),
  params: idParams,
  body: StaffChanges,
  output: Staff,
  shown_to: 'cms.user.list',
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '3' }, body: { group_ids: [1], version: 1 }, output: example.staff },
  handle: ({ db, params, body, caller, recorder }) => change(db, caller, params.id, () => body, recorder),
})

/**
 * Writes a row of the audit log. `changesOf` gets the ids of the member's groups. Throws `not_found`, `forbidden`,
 * `stale_version`, `already_exists`, or `invalid_request` for an unknown group.
 */
async function change(
  db: Database,
  caller: Caller,
  id: number,
  changesOf: (group_ids: number[]) => z.output<typeof StaffChanges>,
  recorder: Recorder,
) {
  const { actor, target, isSelf } = await lockTarget(db, caller, id)
  requireRankOver(actor, target)
  const changes = changesOf(target.group_ids)
  const { status, is_root, group_ids } = changes
  refuseSelf(isSelf && status !== undefined && status !== target.row.status, 'enable or disable')
  refuseSelf(isSelf && is_root !== undefined && is_root !== target.is_root, 'promote or demote')
  refuseSelf(isSelf && group_ids !== undefined && !isSame(group_ids, target.group_ids), 'change the groups of')
  await refuseStale(db, target.row, changes.version)
  const before = await readStaff(db, target.id)
  await changeStaff(db, caller, { actor, target }, changes)
  const after = await readStaff(db, target.id)
  recorder.audit({ target: ['user', target.id], as: Staff, before, after })
  return after
}

export const changeCmsUsers = endpoint({
  method: 'POST',
  path: '/cms/user/bulk',
  summary: 'Change several staff members',
  description:
    'Enables or disables them, or has them join and leave groups, with a result for each. The rules are those of a single change; those who are refused stay as they are.',
  access: permission('cms.user.update'),
  body: StaffBulk,
  output: BulkResult,
  example: { body: { ids: [3], action: 'disable' }, output: { results: [{ id: 3, ok: true }] } },
  handle: ({ db, body, caller, recorder, request_id }) =>
    eachUnderSavepoint(body.ids, { db, recorder, type: 'user', request_id }, (id, part) =>
      change(db, caller, id, (group_ids) => changesBy(body, group_ids), part),
    ),
})

function changesBy(body: z.output<typeof StaffBulk>, group_ids: number[]): z.output<typeof StaffChanges> {
  if (body.action !== 'groups') return { status: body.action === 'enable' ? 'active' : 'disabled' }
  const stayed = group_ids.filter((id) => !body.remove.includes(id))
  return { group_ids: [...new Set([...stayed, ...body.add])] }
}

const isSame = (a: number[], b: number[]) => a.length === b.length && a.every((id) => b.includes(id))

export const deleteCmsUser = endpoint({
  method: 'DELETE',
  path: '/cms/user/{id}',
  summary: 'Delete a staff member',
  description: 'Ends their sessions and frees their account names. Their entries in the logs are kept.',
  access: permission('cms.user.delete'),
  params: idParams,
  example: { params: { id: '3' } },
  async handle({ db, params, caller, recorder }) {
    const { actor, target, isSelf } = await lockTarget(db, caller, params.id)
    refuseSelf(isSelf, 'delete')
    requireRankOver(actor, target)
    const before = await readStaff(db, target.id)
    await removeStaff(db, caller, target.id)
    recorder.audit({ target: ['user', target.id], as: Staff, before })
  },
})

/** Throws `not_found` or `forbidden`. */
async function lockForReset(db: Database, caller: Caller, id: number) {
  const { actor, target, isSelf } = await lockTarget(db, caller, id)
  refuseSelf(isSelf, 'reset the password of')
  requireRankOver(actor, target)
  return target
}

export const resetUserSecret = endpoint({
  method: 'PUT',
  path: '/cms/user/{id}/password',
  summary: 'Set the password of a staff member',
  description:
    'Ends all their sessions, and unlocks them. To change your own password, use PUT /v1/user/password, which requires the old one.',
  access: permission('cms.user.password'),
  params: idParams,
  body: SecretReset,
  example: { params: { id: '3' }, body: { secret: 'a new password' } },
  async prepare({ db, params, body, caller }) {
    // Before the password is judged: a colleague who may not set it learns nothing about the account.
    await lockForReset(db, caller, params.id)
    await requireStrongFor(db, params.id, { field: 'secret', secret: body.secret, kind: 'staff' })
    return hashSecret(body.secret)
  },
  async handle({ db, params, body, caller, prepared, recorder }) {
    const target = await lockForReset(db, caller, params.id)
    const { must_change_secret } = body
    await updateRow(db, user, target.id, { secret_hash: prepared, must_change_secret, updated_by: caller.user_id })
    await endSessions(db, target.id)
    await clearLocks(db, target.id)
    recorder.audit({
      target: ['user', target.id],
      as: Staff,
      before: target.row,
      after: { ...target.row, must_change_secret },
    })
  },
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/cms/user/{id}/session',
  summary: 'List the open sessions of a staff member',
  description: 'Everywhere that this staff member is signed in.',
  access: permission('cms.user.list'),
  params: idParams,
  output: z.array(StaffSession),
  example: { params: { id: '3' }, output: [example.staffSession] },
  async handle({ db, params }) {
    const { id } = await readStaff(db, params.id)
    return openSessions(db, id)
  },
})

export const unlockCmsUser = endpoint({
  method: 'POST',
  path: '/cms/user/{id}/unlock',
  summary: 'Unlock a staff member',
  description: 'They can try to sign in again at once, instead of at locked_until. Their password stays as it is.',
  access: permission('cms.user.unlock'),
  params: idParams,
  output: Staff,
  shown_to: 'cms.user.list',
  example: { params: { id: '3' }, output: example.staff },
  async handle({ db, params, caller, recorder }) {
    const { actor, target } = await lockTarget(db, caller, params.id)
    requireRankOver(actor, target)
    const before = await readStaff(db, target.id)
    await clearLocks(db, target.id)
    const after = await readStaff(db, target.id)
    recorder.audit({ target: ['user', target.id], as: Staff, before, after })
    return after
  },
})

const Ended = z.object({ ended: z.int(), session_id: id.nullable() })

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/cms/user/{id}/session',
  summary: 'End all sessions of a staff member',
  description: 'Signs this staff member out everywhere.',
  access: permission('cms.user.session'),
  params: idParams,
  example: { params: { id: '3' } },
  async handle({ db, params, caller, recorder }) {
    const { actor, target } = await lockTarget(db, caller, params.id)
    requireRankOver(actor, target)
    const ended = await endSessions(db, target.id)
    recorder.audit({
      target: ['user', target.id],
      as: Ended,
      name: target.row.nickname,
      after: { ended, session_id: null },
    })
  },
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/cms/user/{id}/session/{sid}',
  summary: 'End one session of a staff member',
  description: 'Its token is refused from then on.',
  access: permission('cms.user.session'),
  params: idParams.extend({ sid: pathId }),
  example: { params: { id: '3', sid: '12' } },
  async handle({ db, params, caller, recorder }) {
    const { actor, target } = await lockTarget(db, caller, params.id)
    requireRankOver(actor, target)
    const ended = await endSessions(db, target.id, params.sid)
    if (ended === 0) throw noSuch('open session')
    recorder.audit({
      target: ['user', target.id],
      as: Ended,
      name: target.row.nickname,
      after: { ended, session_id: params.sid },
    })
  },
})
