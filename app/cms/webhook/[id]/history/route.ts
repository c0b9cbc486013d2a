import { route } from '@/lib/server/next/route'
import { listWebhookHistory } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listWebhookHistory)
