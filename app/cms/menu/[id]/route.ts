import { deleteMenu, getMenu, updateMenu } from '@/lib/menu/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMenu, updateMenu, deleteMenu)
