'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/resource-table/declaration'
import { useOffice } from '@/components/shell/office-context'

/*
 * What the rules of rank keep somebody from doing, said before he tries. The server is who holds to them.
 */

type Staff = Pick<RowOf<'GET /cms/user'>, 'id' | 'is_root'>

function useRules() {
  const t = useTranslations('user')
  const { id, is_root } = useOffice().user
  return {
    mayMakeRoot: is_root,
    ofWhole: (row: Staff) => (row.is_root && !is_root ? t('rootProtected') : undefined),
    ofOwn: (row: Staff) => (row.id === id ? t('selfProtected') : undefined),
  }
}

/**
 * Of one person: why nothing of him may be changed (`whole`), and why he may not be disabled, moved or deleted, which
 * nobody does to himself (`own`).
 */
export function useProtection(record: Staff | undefined) {
  const { mayMakeRoot, ofWhole, ofOwn } = useRules()
  return { mayMakeRoot, whole: record && ofWhole(record), own: record && ofOwn(record) }
}

/** Why somebody in a list may not be disabled. */
export function useProtected(): (row: Staff) => string | undefined {
  const { ofWhole, ofOwn } = useRules()
  return (row) => ofWhole(row) ?? ofOwn(row)
}
