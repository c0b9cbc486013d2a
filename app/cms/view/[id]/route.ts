import { route } from '@/lib/server/next/route'
import { deleteView, updateView } from '@/lib/view/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateView, deleteView)
