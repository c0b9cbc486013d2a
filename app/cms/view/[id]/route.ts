import { route } from '@/lib/next/route'
import { deleteOwnView, updateOwnView } from '@/lib/view/endpoints'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(updateOwnView, deleteOwnView)
