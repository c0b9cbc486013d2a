'use client'

import { Button, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Moment } from '@/components/moment'
import { useAction } from '@/components/shell/use-action'
import { Tag } from '@/components/tag/tag'
import { type Answer, send } from '@/lib/api/client'
import { deviceIn } from './device'
import classes from './profile.module.css'

/** The user's sessions; all except the current one can be ended. */
export function Sessions({ sessions }: { sessions: Answer<'GET /v1/user/session'> }) {
  const t = useTranslations('profile')
  const act = useAction()
  return (
    <ul className={classes.sessions}>
      {sessions.map(({ id, client_type, ip, user_agent, created_at, last_seen_at, current }) => {
        const device = deviceIn(user_agent)
        const Icon = client_type === 'mini_program' || device?.isMobile ? IconDeviceMobile : IconDeviceDesktop
        const name = device?.name ?? t(`clients.${client_type}`)
        return (
          <li key={id}>
            <Icon size={22} stroke={1.5} aria-hidden="true" />
            <div>
              <Text size="sm" fw={500} title={user_agent}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {t.rich('seen', {
                  ip,
                  last: () => <Moment at={last_seen_at} />,
                  first: () => <Moment at={created_at} />,
                })}
              </Text>
            </div>
            {current ? (
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
            )}
          </li>
        )
      })}
    </ul>
  )
}
