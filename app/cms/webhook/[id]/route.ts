import { route } from '@/lib/server/next/route'
import { deleteWebhook, getWebhook, updateWebhook } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getWebhook, updateWebhook, deleteWebhook)
