import { route } from '@/lib/server/next/route'
import { createTheme, listCmsThemes } from '@/lib/theme/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsThemes, createTheme)
