import { listConfig, updateConfig } from '@/lib/config/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listConfig, updateConfig)
