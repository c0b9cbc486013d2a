import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { view } from '@/db/schema/view'
import { endpoint, staff } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { deleteRow, updateRow } from '@/lib/kit/api/rows/rows'
import * as commands from './commands'
import * as example from './example'
import { View, ViewChanges, ViewInput, ViewQuery } from './schema'

export const listViews = endpoint({
  method: 'GET',
  path: '/cms/view',
  summary: 'List my saved views',
  description: 'The oldest first. GET /v1/user has them too, for pages that read it anyway.',
  access: staff,
  query: ViewQuery,
  output: z.array(View),
  example: { query: { list: 'order' }, output: [example.view] },
  handle: ({ db, caller, query: { list } }) =>
    db
      .select()
      .from(view)
      .where(and(eq(view.user_id, caller.user_id), list === undefined ? undefined : eq(view.list, list)))
      .orderBy(asc(view.id)),
})

export const createView = endpoint({
  method: 'POST',
  path: '/cms/view',
  summary: 'Save a view',
  description:
    'How you look at a list: its filters, order and columns under a name, which no other of your views of this list has. Only you see it.',
  access: staff,
  body: ViewInput,
  output: View,
  status: 201,
  location: () => '/cms/view',
  problems: ['already_exists', 'limit_reached'],
  example: { body: example.viewInput, output: example.view },
  handle: ({ db, body, caller }) => commands.createView(db, caller.user_id, body),
})

export const updateView = endpoint({
  method: 'PUT',
  path: '/cms/view/{id}',
  summary: 'Change one of my views',
  description:
    'Fields that are left out stay unchanged. A view of another person is answered as one that does not exist.',
  access: staff,
  params: idParams,
  body: ViewChanges,
  output: View,
  problems: ['already_exists'],
  example: { params: { id: '5' }, body: { name: '要发货的' }, output: { ...example.view, name: '要发货的' } },
  handle: ({ db, params, body, caller }) => updateRow(db, view, params.id, body, commands.ownedBy(caller.user_id)),
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/cms/view/{id}',
  summary: 'Delete one of my views',
  description: 'The list and its records stay as they are.',
  access: staff,
  params: idParams,
  example: { params: { id: '5' } },
  handle: async ({ db, params, caller }) => {
    await deleteRow(db, view, params.id, commands.ownedBy(caller.user_id))
  },
})
