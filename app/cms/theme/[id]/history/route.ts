import { route } from '@/lib/next/route'
import { listThemeHistory } from '@/lib/theme/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listThemeHistory)
