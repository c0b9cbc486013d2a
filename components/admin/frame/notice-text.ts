'use client'

import { useTranslations } from 'next-intl'
import type { SystemNoticeKind } from '@/db/enums'

interface Told {
  title: string
  /** null: written by staff. */
  kind: SystemNoticeKind | null
  params: Record<string, string | number> | null
}

/** `text`: undefined for a notice written by staff. */
export function useNoticeText(): (notice: Told) => { title: string; text: string | undefined } {
  const t = useTranslations('bell.system')
  return ({ title, kind, params }) => {
    if (kind === null) return { title, text: undefined }
    const values = { number: '', code: '', day: '', ...params }
    return { title: t(`${kind}.title`, values), text: t(`${kind}.text`, values) }
  }
}
