import { openApiDocument } from '@/lib/api/openapi'
import { endpoints } from '@/lib/endpoints'
import { env } from '@/lib/env'
import { version } from '@/package.json'

/** The API document of this server, with the URL at which clients reach it. */
export const serverDocument = () => openApiDocument(endpoints, { origin: env().BASE_URL, version })
