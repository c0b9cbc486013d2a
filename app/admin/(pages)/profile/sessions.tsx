'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { SessionList } from '@/components/admin/frame/session-list'
import { Tag } from '@/components/admin/tag/tag'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'

/** All but the current one can be ended. */
export function Sessions({ sessions }: { sessions: Answer<'GET /v1/user/session'> }) {
  const t = useTranslations('admin.session')
  const act = useAction()
  return (
    <SessionList
      sessions={sessions}
      actions={({ id, ip, current }, name) =>
        current ? (
          <Tag style="primary">{t('current')}</Tag>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('endLabel', { name, ip })}
            onClick={() =>
              void act(() => send('DELETE /v1/user/session/{id}', { params: { id } }), {
                success: t('ended'),
                failure: t('notEnded'),
              })
            }
          >
            {t('end')}
          </Button>
        )
      }
    />
  )
}
