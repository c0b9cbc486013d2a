'use client'

import { createContext, use } from 'react'
import type { Uploads } from '@/components/admin/file/use-uploads'
import type { Answer } from '@/lib/server/client'

interface FilesContextValue {
  uploads: Uploads
  /** undefined for users who may not upload. */
  limit: Answer<'GET /cms/file/limit'> | undefined
  folders: Answer<'GET /cms/file/folder'>
  /** null: none. */
  folder_id: number | null
}

export const FilesContext = createContext<FilesContextValue | undefined>(undefined)

export function useFiles(): FilesContextValue {
  const files = use(FilesContext)
  if (!files) throw new Error('useFiles needs a FilesContext above it.')
  return files
}
