import { route } from '@/lib/server/next/route'
import { listThemeHistory } from '@/lib/theme/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listThemeHistory)
