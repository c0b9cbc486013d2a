import { createFileFolder, listFileFolders } from '@/lib/file/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listFileFolders, createFileFolder)
