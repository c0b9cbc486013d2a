import { useTranslations } from 'next-intl'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'

/** Resolves to whether unlocking succeeded. */
export function useUnlock() {
  const t = useTranslations('user')
  const act = useAction()
  return ({ id, nickname }: Pick<RowOf<'GET /cms/user'>, 'id' | 'nickname'>) =>
    act(() => send('POST /cms/user/{id}/unlock', { params: { id } }), {
      success: t('unlocked', { name: nickname }),
      failure: t('notUnlocked'),
    })
}
