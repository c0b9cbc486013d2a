import { listFiles, uploadFile } from '@/lib/file/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listFiles, uploadFile)
