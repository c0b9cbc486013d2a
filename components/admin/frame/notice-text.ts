'use client'

import { useTranslations } from 'next-intl'
import type { SystemNoticeKind } from '@/db/enums'

interface Told {
  title: string
  /** The kind of a system notice. */
  kind: SystemNoticeKind | null
  params: Record<string, string | number> | null
}

/** The title of a notice, and the sentence of a system notice, in the language of the page. */
export function useNoticeText(): (notice: Told) => { title: string; text: string | undefined } {
  const t = useTranslations('bell.system')
  return ({ title, kind, params }) => {
    if (kind === null) return { title, text: undefined }
    const values = { number: '', code: '', day: '', ...params }
    return { title: t(`${kind}.title`, values), text: t(`${kind}.text`, values) }
  }
}
