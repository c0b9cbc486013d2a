import { route } from '@/lib/next/route'
import { createOwnView, listViews } from '@/lib/view/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listViews, createOwnView)
