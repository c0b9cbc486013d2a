import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import * as example from './example'
import { readEvents } from './queries'
import { EventPage, EventQuery } from './schema'

export const listEvents = endpoint({
  method: 'GET',
  path: '/cms/event',
  summary: 'Read what happened',
  description:
    'For programs, in the order of seq: send next_after as after, and none is missed. A type needs the list permission of its records. Kept for 30 days by default. order.changed is about prices, the receiver and revoked shipments; a corrected tracking number, news of parcels, notes, external_id and tags have no event and are read with updated_from.',
  access: permission('cms.event.list'),
  additional_permissions: ['cms.order.list', 'cms.after_sale.list', 'cms.product.list', 'cms.customer.list'],
  query: EventQuery,
  output: EventPage,
  problems: ['events_gone'],
  example: { query: { types: 'order.paid,order.cancelled' }, output: example.eventPage },
  handle: ({ db, caller, query }) => readEvents(db, caller, query),
})
