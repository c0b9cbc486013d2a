'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { useFaultText } from '@/components/ui/failure-text'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { clean } from '@/lib/kit/html/cleaner'
import { usePictureSlot } from './picture-slot'
import { type Taken, takePictures } from './uploads'

/** Receives the reason why parts or all of a pasted text were left out; empty: nothing was. */
type OnNotice = (notice: string) => void

/** Cleans pasted HTML, and keeps its pictures until they are inserted. */
export function usePastedHtml(onNotice: OnNotice) {
  const t = useTranslations('form.html')
  const faultText = useFaultText()
  const slot = usePictureSlot()
  const origins = useOwnOrigins()
  const pasted = useRef<Taken>(new Map())
  return {
    cleanPasted: (html: string): string => {
      try {
        const { html: whole, taken } = slot ? takePictures(html) : { html, taken: new Map<string, File>() }
        const { html: cleaned, removed_images, removed_videos } = clean(whole, origins)
        pasted.current = taken
        const isPossible = String(slot !== undefined)
        onNotice(
          [
            removed_images > 0 && t('picturesRemoved', { count: removed_images, isPossible }),
            removed_videos > 0 && t('videosRemoved', { count: removed_videos }),
          ]
            .filter(Boolean)
            .join(' '),
        )
        return cleaned
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        pasted.current = new Map()
        onNotice((error.extras.invalid_params ?? []).map((fault) => faultText(fault, 'text')).join(' '))
        return ''
      }
    },
    takePasted: (): Taken => {
      const taken = pasted.current
      pasted.current = new Map()
      return taken
    },
  }
}
