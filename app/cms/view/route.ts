import { route } from '@/lib/server/next/route'
import { createView, listViews } from '@/lib/view/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listViews, createView)
