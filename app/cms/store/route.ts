import { route } from '@/lib/server/next/route'
import { createStore, listCmsStores } from '@/lib/store/cms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCmsStores, createStore)
