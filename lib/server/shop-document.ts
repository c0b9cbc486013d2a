import { eventMessages } from '@/lib/event/schema'
import { openApiDocument } from '@/lib/kit/api/document/openapi'
import { operations, referencePages } from './endpoints'

const webhooks = { tag: 'cms/event', bodies: eventMessages }

/** With all operations. `origin`: as clients reach the server. */
export const shopDocument = (origin: string, version = '0.0.0') =>
  openApiDocument(operations, { origin, version, pages: referencePages, webhooks })
