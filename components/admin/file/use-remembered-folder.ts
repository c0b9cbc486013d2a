'use client'

import { useEffect, useState } from 'react'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { useSession } from '@/components/ui/session'
import { remember } from '@/lib/server/admin/remember'
import { send } from '@/lib/server/client'
import { type Folder, folderOptions } from './folder-options'

const preference = 'picker.folder'
/** Chosen since the page was loaded; the folder from earlier visits is in `remembered`. */
let lastFolder: string | undefined

/** The folder of the last choice, also of earlier visits. Empty: all folders. */
export function useRememberedFolder() {
  const withSession = useSession()
  const { remembered } = useAdmin()
  const [folder, setFolder] = useState(lastFolder ?? remembered[preference] ?? '')
  const [folders, setFolders] = useState<readonly Folder[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void withSession(() => send('GET /cms/file/folder')).then(
      (all) => {
        setFolders(all)
        // The remembered folder may have been deleted.
        if (folder !== '' && !folderOptions(all).some(({ value }) => value === folder)) setFolder('')
      },
      () => setFolders([]),
    )
  }, [])
  const choose = (value: string) => {
    lastFolder = value
    remember(preference, value)
    setFolder(value)
  }
  return { folder, folders, choose }
}
