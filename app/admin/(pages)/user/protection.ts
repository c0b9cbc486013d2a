'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useAdmin, useCan } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Answer } from '@/lib/server/client'

/* Reasons why accounts cannot be changed, for display. The server enforces the same rules. */

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
 * Returns the reasons why an account is protected. `locked`: the user can change nothing, because only root may change
 * root, or because the account has permissions that the user lacks. `selfLocked`: the account is the user's own, so the
 * user cannot disable or delete the account or change its groups. undefined: there is no such reason.
 */
export function useProtection(record: Detail | undefined) {
  const { mayMakeRoot, rootProtection, rankProtection, selfProtection } = useRules()
  return {
    mayMakeRoot,
    locked: record && (rootProtection(record) ?? rankProtection(record)),
    selfLocked: record && selfProtection(record),
  }
}

/**
 * Returns a function for the actions on an account's access: unlocking, resetting the password, ending sessions. Rows
 * of the list of staff have no `beyond_codes`, so for rows only the server checks whether the account has permissions
 * that the user lacks.
 */
export function useAccessActions() {
  const can = useCan()
  const { rootProtection, rankProtection, selfProtection } = useRules()
  return (account: Account) => {
    const isOpen = (rootProtection(account) ?? rankProtection(account)) === undefined
    return {
      unlock: isOpen && account.locked_until !== null && can('user.unlock'),
      /**
       * `possible`: the user can reset the password of the account. `own`: the account is the user's own, whose password
       * is changed in the profile. false: the user may not reset the password.
       */
      reset: isOpen && can('user.password') && (selfProtection(account) ? 'own' : 'possible'),
      sessions: isOpen && can('user.session'),
    } as const
  }
}

/** Returns a function that explains why a listed user cannot be disabled. undefined: the user can be disabled. */
export function useUnselectableReason(): (row: Staff) => string | undefined {
  const { rootProtection, selfProtection } = useRules()
  return (row) => rootProtection(row) ?? selfProtection(row)
}
