import { route } from '@/lib/server/next/route'
import { createOwnView, listViews } from '@/lib/view/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listViews, createOwnView)
