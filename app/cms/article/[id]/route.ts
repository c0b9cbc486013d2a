import { deleteArticle, getCmsArticle, updateArticle } from '@/lib/article/cms'
import { route } from '@/lib/server/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCmsArticle, updateArticle, deleteArticle)
