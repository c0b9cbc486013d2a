import { createFreightTemplate, listFreightTemplates } from '@/lib/freight_template/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listFreightTemplates, createFreightTemplate)
