'use client'

import { useMemo } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { Picture, PictureSlot } from '@/components/admin/rich-text/picture-slot'
import { useSession } from '@/components/ui/session'
import { send } from '@/lib/server/client'
import type { ShopFile } from './files'
import { usePicker } from './use-picker'

/** undefined: no URL or size. */
const pictureOf = ({ url, alt, width, height }: ShopFile): Picture | undefined =>
  url === null || width === null || height === null ? undefined : { url, alt, width, height }

/** `slot` is undefined unless the user may both see and upload files. */
export function useFilePictures() {
  const picker = usePicker()
  const withSession = useSession()
  const mayUpload = useCan()('file.create')
  const pick = picker?.pick
  const slot = useMemo<PictureSlot | undefined>(
    () =>
      pick && mayUpload
        ? {
            pickImage: async () => {
              const [file] = await pick()
              return file && pictureOf(file)
            },
            pickVideo: async () => {
              const [file] = await pick({ kind: 'video' })
              return file?.url ?? undefined
            },
            uploadImage: async (file, on_progress) => {
              const stored = await withSession(() => send('POST /cms/file', { body: { file }, on_progress }))
              const picture = pictureOf(stored)
              if (!picture) throw new Error('The file is no picture.')
              return picture
            },
          }
        : undefined,
    [pick, mayUpload, withSession],
  )
  return { slot, dialog: picker?.dialog }
}
