'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useCallback, useState } from 'react'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import type { ShopFile } from './files'
import type { PickerOptions } from './picker'

const Picker = dynamic(() => import('./picker'), { ssr: false })

interface Picking {
  /** Empty: the user chose none. */
  pick: (options?: PickerOptions) => Promise<readonly ShopFile[]>
  /** To be rendered by the caller. */
  dialog: ReactNode
}

/** undefined for users who may not see the files. */
export function usePicker(): Picking | undefined {
  const maySee = useMayOpen()('/admin/file')
  const [request, setRequest] = useState<{ options: PickerOptions; done: (files: readonly ShopFile[]) => void }>()
  const pick = useCallback<Picking['pick']>((options = {}) => {
    const opener = document.activeElement
    return new Promise((done) =>
      setRequest({
        options,
        done: (files) => {
          done(files)
          // After the dialog has closed.
          if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus())
        },
      }),
    )
  }, [])
  if (!maySee) return undefined
  return {
    pick,
    dialog: request && (
      <Picker
        {...request.options}
        onClose={(files) => {
          setRequest(undefined)
          request.done(files)
        }}
      />
    ),
  }
}
