'use client'

import { createContext, use } from 'react'
import type { Uploads } from '@/components/admin/file/use-uploads'
import type { Answer } from '@/lib/server/client'

/** The data that the page of files provides to its drawers. */
interface FilesContextValue {
  uploads: Uploads
  /** The limits of uploads; undefined for users who may not upload. */
  limit: Answer<'GET /cms/file/limit'> | undefined
  folders: Answer<'GET /cms/file/folder'>
  /** The id of the chosen folder; null: none. */
  folder_id: number | null
}

export const FilesContext = createContext<FilesContextValue | undefined>(undefined)

export function useFiles(): FilesContextValue {
  const files = use(FilesContext)
  if (!files) throw new Error('useFiles needs a FilesContext above it.')
  return files
}
