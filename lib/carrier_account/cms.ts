import { carrier_account } from '@/db/schema/waybill'
import { requireEntry } from '@/lib/dict/entry'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { getRow, refuseStale } from '@/lib/kit/api/rows/rows'
import { historyOf } from '@/lib/oper_log/history'
import * as commands from './commands'
import * as example from './example'
import * as queries from './queries'
import {
  BindingInput,
  CarrierAccount,
  CarrierAccountChanges,
  CarrierAccountPage,
  CarrierAccountQuery,
  LoggedCarrierAccount,
  Refreshed,
  UnbindingInput,
} from './schema'

const accounts = resourceOf(carrier_account, { as: LoggedCarrierAccount, read: queries.readAccount })

export const listCarrierAccounts = endpoint({
  method: 'GET',
  path: '/cms/carrier_account',
  summary: 'List accounts at carriers',
  description:
    'The accounts of the shop for electronic waybills, as WeChat had them at checked_at, also those that it does not have any more.',
  access: permission('cms.carrier_account.list'),
  query: CarrierAccountQuery,
  output: CarrierAccountPage,
  example: { query: { enabled: 'true' }, output: { items: [example.carrierAccount], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getCarrierAccount = endpoint({
  method: 'GET',
  path: '/cms/carrier_account/{id}',
  summary: 'Get an account at a carrier',
  description: 'Also one that WeChat does not have any more.',
  access: permission('cms.carrier_account.list'),
  params: idParams,
  output: CarrierAccount,
  example: { params: { id: '1' }, output: example.carrierAccount },
  handle: ({ db, params }) => queries.readAccount(db, params.id),
})

export const listCarrierAccountHistory = historyOf(
  'carrier_account',
  'an account at a carrier',
  'cms.carrier_account.list',
)

export const refreshCarrierAccounts = endpoint({
  method: 'POST',
  path: '/cms/carrier_account/refresh',
  summary: 'Refresh the accounts at carriers',
  description:
    'Asks WeChat for the accounts that are bound, their state and their quota. New ones are enabled; those that it does not have any more are disabled and not the default.',
  access: permission('cms.carrier_account.update'),
  verb: 'refresh',
  output: Refreshed,
  problems: ['provider_error'],
  example: { output: { added: 1, changed: 2, removed: 0 } },
  prepare: ({ db }) => commands.readListing(db),
  handle: ({ prepared, ...context }) => commands.applyListing(context, prepared),
})

export const bindCarrierAccount = endpoint({
  method: 'POST',
  path: '/cms/carrier_account',
  summary: 'Bind an account at a carrier',
  description:
    'At WeChat, then here, enabled. What WeChat refuses is refused at password, with its words. It may also accept the account and find later that the password is wrong: see problem.',
  access: permission('cms.carrier_account.create'),
  body: BindingInput,
  output: CarrierAccount,
  status: 201,
  location: ({ id }) => `/cms/carrier_account/${id}`,
  problems: ['provider_error'],
  example: {
    body: { delivery_id: 'YTO', biz_id: '021K000001', password: '7hK2-31qP' },
    output: { ...example.carrierAccount, is_default: false, version: 1 },
  },
  async prepare({ db, body }) {
    await requireEntry(db, { type: 'carrier', value: body.delivery_id, field: 'delivery_id' })
    await commands.askBinding('bind', body)
    return commands.readBound(db, body)
  },
  async handle({ prepared, ...context }) {
    const { db, body } = context
    await requireEntry(db, { type: 'carrier', value: body.delivery_id, field: 'delivery_id' })
    return queries.readAccount(db, await commands.storeBound(context, prepared))
  },
})

export const updateCarrierAccount = endpoint({
  method: 'PUT',
  path: '/cms/carrier_account/{id}',
  summary: 'Change an account at a carrier',
  description: 'Its sender, its service, and whether it is used. What WeChat has is not changed.',
  access: permission('cms.carrier_account.update'),
  params: idParams,
  body: CarrierAccountChanges,
  output: CarrierAccount,
  problems: ['stale_version'],
  example: {
    params: { id: '1' },
    body: { detail: '青梧路 20 号', version: 2 },
    output: { ...example.carrierAccount, detail: '青梧路 20 号', version: 3 },
  },
  async handle(context) {
    await commands.lockAccounts(context.db)
    return accounts.update(context, (before) => commands.changeOf(context, before, context.body))
  },
})

export const unbindCarrierAccount = endpoint({
  method: 'POST',
  path: '/cms/carrier_account/{id}/unbind',
  summary: 'Unbind an account at a carrier',
  description:
    'At WeChat, then here: it is disabled and not the default. It stays in the list, because waybills name it. What WeChat refuses is refused at password, with its words.',
  access: permission('cms.carrier_account.delete'),
  verb: 'unbind',
  params: idParams,
  body: UnbindingInput,
  output: CarrierAccount,
  problems: ['provider_error', 'stale_version'],
  example: {
    params: { id: '1' },
    body: { password: '7hK2-31qP', version: 2 },
    output: {
      ...example.carrierAccount,
      is_default: false,
      enabled: false,
      usable: false,
      problem: 'disabled',
      checked_at: null,
      version: 3,
    },
  },
  async prepare({ db, params, body }) {
    const row = await getRow(db, carrier_account, params.id)
    await refuseStale(db, row, body.version)
    await commands.askBinding('unbind', { ...row, password: body.password })
  },
  async handle({ body: _, ...context }) {
    await commands.lockAccounts(context.db)
    // The platform has unbound it, whatever was changed here meanwhile.
    return accounts.update({ ...context, body: commands.unbound })
  },
})
