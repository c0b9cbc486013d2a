import { clientInterface } from '@/lib/kit/api/endpoint/interface'
import { documentRoute } from '../document-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute('/docs/openapi.v1.json', clientInterface)
