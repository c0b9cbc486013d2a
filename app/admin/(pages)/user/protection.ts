'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useAdmin, useCan } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Answer } from '@/lib/server/client'

/* For display: the server enforces the same rules. */

type Staff = Pick<RowOf<'GET /cms/user'>, 'id' | 'is_root'>
type Detail = Pick<Answer<'GET /cms/user/{id}'>, 'id' | 'is_root' | 'beyond_codes'>
type Account = Staff & Pick<RowOf<'GET /cms/user'>, 'locked_until'> & Partial<Detail>

function useRules() {
  const t = useTranslations('user')
  const names = usePermissionNames()
  const format = useFormatter()
  const { id, is_root } = useAdmin().user
  return {
    mayMakeRoot: is_root,
    rootProtection: (row: Staff) => (row.is_root && !is_root ? t('rootProtected') : undefined),
    rankProtection: ({ beyond_codes: codes = [] }: Partial<Detail>) =>
      codes.length > 0 ? t('rankProtected', { points: format.list(codes.map(names.permission), asList) }) : undefined,
    selfProtection: (row: Staff) => (row.id === id ? t('selfProtected') : undefined),
  }
}

/**
 * `locked`: the account is root, or has permissions that the user lacks. `selfLocked`: the user's own account cannot
 * be disabled or deleted, and keeps its groups.
 */
export function useProtection(record: Detail | undefined) {
  const { mayMakeRoot, rootProtection, rankProtection, selfProtection } = useRules()
  return {
    mayMakeRoot,
    locked: record && (rootProtection(record) ?? rankProtection(record)),
    selfLocked: record && selfProtection(record),
  }
}

/** Rows of the list have no `beyond_codes`: for them, only the server compares the permissions. */
export function useAccessActions() {
  const can = useCan()
  const { rootProtection, rankProtection, selfProtection } = useRules()
  return (account: Account) => {
    const isOpen = (rootProtection(account) ?? rankProtection(account)) === undefined
    return {
      unlock: isOpen && account.locked_until !== null && can('user.unlock'),
      /** `own`: the user's own password is changed in the profile. false: not allowed. */
      reset: isOpen && can('user.password') && (selfProtection(account) ? 'own' : 'possible'),
      sessions: isOpen && can('user.session'),
    } as const
  }
}

/** The reason why a listed user cannot be disabled. */
export function useUnselectableReason(): (row: Staff) => string | undefined {
  const { rootProtection, selfProtection } = useRules()
  return (row) => rootProtection(row) ?? selfProtection(row)
}
