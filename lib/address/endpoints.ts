import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { address } from '@/db/schema/address'
import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { getRow } from '@/lib/kit/api/rows/rows'
import * as commands from './commands'
import * as example from './example'
import { addressesOf, withRegion } from './queries'
import { Address, AddressChanges, AddressInput } from './schema'

export const listAddresses = endpoint({
  method: 'GET',
  path: '/v1/address',
  summary: 'My addresses',
  description: 'The default comes first, then the newest.',
  access: customer,
  output: z.array(Address),
  example: { output: [example.address] },
  handle: ({ db, caller }) => addressesOf(db, caller.user_id),
})

export const createAddress = endpoint({
  method: 'POST',
  path: '/v1/address',
  summary: 'Add an address',
  description: 'The first address becomes the default. A new default replaces the previous one.',
  access: customer,
  body: AddressInput,
  output: Address,
  status: 201,
  location: (created) => `/v1/address/${created.id}`,
  problems: ['limit_reached'],
  example: { body: example.addressInput, output: example.address },
  handle: async ({ db, body, caller, settings }) =>
    withRegion(await commands.createAddress(db, caller.user_id, body, settings['address.max'])),
})

export const getAddress = endpoint({
  method: 'GET',
  path: '/v1/address/{id}',
  summary: 'Get one of my addresses',
  description: 'Of the signed-in customer; that of someone else is answered as one that does not exist.',
  access: customer,
  params: idParams,
  output: Address,
  owned: 'address',
  example: { params: { id: '1' }, output: example.address },
  handle: async ({ db, params, caller }) =>
    withRegion(await getRow(db, address, params.id, { where: eq(address.user_id, caller.user_id) })),
})

export const updateAddress = endpoint({
  method: 'PUT',
  path: '/v1/address/{id}',
  summary: 'Change an address',
  description:
    'Fields that are left out stay unchanged. is_default: true replaces the previous default; is_default: false has no effect.',
  access: customer,
  params: idParams,
  body: AddressChanges,
  output: Address,
  owned: 'address',
  example: {
    params: { id: '1' },
    body: { detail: '青梧路 18 号 1 幢 301 室', is_default: true },
    output: { ...example.address, detail: '青梧路 18 号 1 幢 301 室' },
  },
  handle: async ({ db, params, body, caller }) =>
    withRegion(await commands.updateAddress(db, caller.user_id, params.id, body)),
})

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/v1/address/{id}',
  summary: 'Delete an address',
  description: 'If it was the default, the newest other address becomes the default.',
  access: customer,
  params: idParams,
  owned: 'address',
  example: { params: { id: '1' } },
  handle: ({ db, params, caller }) => commands.deleteAddress(db, caller.user_id, params.id),
})
