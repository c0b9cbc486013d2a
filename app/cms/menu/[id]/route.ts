import { deleteMenu, getMenu, updateMenu } from '@/lib/menu/endpoints'
import { route } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMenu, updateMenu, deleteMenu)
