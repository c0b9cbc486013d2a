'use client'

import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/resource-table/declaration'
import { useAdmin } from '@/components/shell/admin-context'

/*
 * Why staff cannot change certain accounts. Shown in advance; the server enforces the rules.
 */

type Staff = Pick<RowOf<'GET /cms/user'>, 'id' | 'is_root'>

function useRules() {
  const t = useTranslations('user')
  const { id, is_root } = useAdmin().user
  return {
    mayMakeRoot: is_root,
    rootProtection: (row: Staff) => (row.is_root && !is_root ? t('rootProtected') : undefined),
    selfProtection: (row: Staff) => (row.id === id ? t('selfProtected') : undefined),
  }
}

/**
 * The reasons why a user is protected. `locked`: nothing can be changed, because only root may change root. `selfLocked`:
 * users cannot disable or delete themselves or change their own groups.
 */
export function useProtection(record: Staff | undefined) {
  const { mayMakeRoot, rootProtection, selfProtection } = useRules()
  return { mayMakeRoot, locked: record && rootProtection(record), selfLocked: record && selfProtection(record) }
}

/** The reason why a listed user cannot be disabled. */
export function useUnselectableReason(): (row: Staff) => string | undefined {
  const { rootProtection, selfProtection } = useRules()
  return (row) => rootProtection(row) ?? selfProtection(row)
}
