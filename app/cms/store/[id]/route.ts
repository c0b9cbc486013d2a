import { route } from '@/lib/server/next/route'
import { deleteStore, getCmsStore, updateStore } from '@/lib/store/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsStore, updateStore, deleteStore)
