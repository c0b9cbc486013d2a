import { documentRoute } from '../document-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute('/docs/openapi.json')
