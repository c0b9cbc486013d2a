'use client'

import { Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Moment } from '@/components/ui/moment'
import type { ClientType } from '@/db/enums'
import { deviceIn } from './device'
import classes from './session-list.module.css'

interface Session {
  id: number
  client_type: ClientType
  ip: string
  user_agent: string
  created_at: string
  last_seen_at: string
}

interface SessionListProps<One extends Session> {
  sessions: readonly One[]
  /** `name`: of the device. */
  actions: (session: One, name: string) => ReactNode
}

export function SessionList<One extends Session>({ sessions, actions }: SessionListProps<One>) {
  const t = useTranslations('admin.session')
  return (
    <ul className={classes.sessions}>
      {sessions.map((session) => {
        const { id, client_type, ip, user_agent, created_at, last_seen_at } = session
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
            {actions(session, name)}
          </li>
        )
      })}
    </ul>
  )
}
