import { listConfig, updateConfig } from '@/lib/config/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listConfig, updateConfig)
