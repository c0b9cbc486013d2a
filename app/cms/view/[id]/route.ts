import { route } from '@/lib/server/next/route'
import { deleteOwnView, updateOwnView } from '@/lib/view/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateOwnView, deleteOwnView)
