import { route } from '@/lib/server/next/route'
import { pingWebhook } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(pingWebhook)
