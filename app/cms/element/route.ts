import { createElement, listElements } from '@/lib/element/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listElements, createElement)
