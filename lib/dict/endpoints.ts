import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { dict } from '@/db/schema/dict'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { CustomerDict, CustomerDictQuery } from './schema'

const entriesOfTypes = statement('customer_dict', (db) =>
  db
    .select({
      type: dict.type,
      value: dict.value,
      label: dict.label,
      label_en: dict.label_en,
      is_default: dict.is_default,
    })
    .from(dict)
    .where(and(sql`${dict.type} = any(${sql.placeholder('types')}::text[])`, eq(dict.status, 'enabled')))
    .orderBy(asc(dict.type), asc(dict.sort_order), asc(dict.id)),
)

export const listDict = endpoint({
  method: 'GET',
  path: '/v1/dict',
  summary: 'List dictionary entries for customers',
  description:
    'The words of the shop for what customers choose from and see, in its order: reasons of return requests, carriers, statuses. Entries that the shop has disabled are left out. They seldom change: read them once per launch.',
  access: everyone,
  query: CustomerDictQuery,
  output: z.array(CustomerDict),
  example: { query: { types: 'after_sale_reason' }, output: [example.customerDict] },
  handle: ({ db, query }) => entriesOfTypes(db, { types: query.types }),
})
