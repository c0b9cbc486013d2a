import { route } from '@/lib/server/next/route'
import { deleteTheme, getCmsTheme, updateTheme } from '@/lib/theme/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsTheme, updateTheme, deleteTheme)
