'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/resource-table/declaration'
import { useOffice } from '@/components/shell/office-context'

type Staff = Pick<RowOf<'GET /cms/user'>, 'id' | 'is_root'>

/** What the rules of rank keep somebody from doing, said before he tries; the server is who holds to them. */
export function useProtection() {
  const t = useTranslations('user')
  const { id, is_root } = useOffice().user
  return {
    /** Why nothing of this person may be changed. */
    of: (record: Staff | undefined) => (record?.is_root && !is_root ? t('rootProtected') : undefined),
    /** Why somebody may not be disabled, moved or deleted: by himself. */
    ofSelf: (record: Staff | undefined) => (record?.id === id ? t('selfProtected') : undefined),
  }
}
