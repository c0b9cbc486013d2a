import { route } from '@/lib/server/next/route'
import { createWebhook, listWebhooks } from '@/lib/webhook/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listWebhooks, createWebhook)
