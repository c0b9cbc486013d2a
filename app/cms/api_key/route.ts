import { createApiKey, listApiKeys } from '@/lib/api_key/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listApiKeys, createApiKey)
