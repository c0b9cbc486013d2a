import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { historyOf } from '@/lib/oper_log/history'
import { changeGroup, createGroup as insertGroup, removeGroup } from './commands'
import * as example from './example'
import * as queries from './queries'
import { GroupChanges, GroupDetail, GroupInput, GroupPage, GroupQuery } from './schema'

export const listGroups = endpoint({
  method: 'GET',
  path: '/cms/group',
  summary: 'List groups',
  description: 'With the number of their members.',
  access: permission('cms.group.list'),
  query: GroupQuery,
  output: GroupPage,
  example: { query: { q: '运营' }, output: { items: [example.group], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/cms/group/{id}',
  summary: 'Get a group with its permissions, menus and elements',
  description: 'With the permissions, menus and page elements that it grants.',
  access: permission('cms.group.list'),
  params: idParams,
  output: GroupDetail,
  example: { params: { id: '1' }, output: example.groupDetail },
  handle: ({ db, params }) => queries.readGroupDetail(db, params.id),
})

export const listGroupHistory = historyOf('group', 'a group', 'cms.group.list')

export const createGroup = endpoint({
  method: 'POST',
  path: '/cms/group',
  summary: 'Create a group',
  description: 'You can only grant permissions that you hold.',
  access: permission('cms.group.create'),
  body: GroupInput,
  output: GroupDetail,
  status: 201,
  location: ({ id }) => `/cms/group/${id}`,
  problems: ['already_exists'],
  example: { body: { name: '运营', permission_codes: ['cms.customer.list'] }, output: example.groupDetail },
  async handle({ db, body, caller, recorder }) {
    const after = await insertGroup(db, caller, body)
    recorder.audit({ target: ['group', after.id], as: GroupDetail, after })
    return after
  },
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/cms/group/{id}',
  summary: 'Change a group',
  description: 'Changes of permissions apply from the next request of a member. An array replaces the stored array.',
  access: permission('cms.group.update'),
  params: idParams,
  body: GroupChanges,
  output: GroupDetail,
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '1' }, body: { description: '商品与订单', version: 1 }, output: example.groupDetail },
  async handle({ db, params, body, caller, recorder }) {
    const { before, after } = await changeGroup(db, caller, params.id, body)
    recorder.audit({ target: ['group', after.id], as: GroupDetail, before, after })
    return after
  },
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/cms/group/{id}',
  summary: 'Delete a group',
  description: 'Refused while it has members.',
  access: permission('cms.group.delete'),
  params: idParams,
  problems: ['in_use'],
  example: { params: { id: '1' } },
  async handle({ db, params, caller, recorder }) {
    const before = await removeGroup(db, caller, params.id)
    recorder.audit({ target: ['group', before.id], as: GroupDetail, before })
  },
})
