'use client'

import { Anchor, Button, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Moment } from '@/components/ui/moment'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { send } from '@/lib/server/client'
import { useMayOpen } from './admin-context'
import classes from './bell.module.css'
import { useNoticeText } from './notice-text'
import type { Unread } from './use-unread'

type UnreadNotice = Unread['items'][number]

const listPath = '/admin/notice'

interface BellPanelProps {
  unread: Unread | undefined
  refresh: () => Promise<void>
  onOpen: (notice: UnreadNotice) => void
  /** When a link is followed. */
  onNavigate: () => void
}

export default function BellPanel({ unread, refresh, onOpen, onNavigate }: BellPanelProps) {
  const t = useTranslations('bell')
  const mayList = useMayOpen()(listPath)
  const toast = useToast()
  const withSession = useSession()
  const [isBusy, setBusy] = useState(false)
  const { count, items } = unread ?? { count: 0, items: [] }
  const mark = async (request: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await withSession(request)
    } catch (error) {
      toast.failure(error, t('notMarked'))
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return (
    <>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text fw={600}>{t('title')}</Text>
        {count > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={isBusy}
            onClick={() => void mark(() => send('POST /cms/notice/read'))}
          >
            {t('markAll')}
          </Button>
        )}
      </Group>
      {count === 0 ? (
        <Text className={classes.nothing}>{t('read')}</Text>
      ) : (
        <ul className={classes.list}>
          {items.map((notice) => (
            <li key={notice.id}>
              {notice.link ? (
                <Link
                  href={notice.link}
                  prefetch={false}
                  className={classes.item}
                  onClick={() => {
                    void mark(() => send('POST /cms/notice/{id}/read', { params: { id: notice.id } }))
                    onNavigate()
                  }}
                >
                  <Item notice={notice} />
                </Link>
              ) : (
                <button type="button" className={classes.item} onClick={() => onOpen(notice)}>
                  <Item notice={notice} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(count > items.length || mayList) && (
        <Group justify="space-between" wrap="nowrap" className={classes.foot}>
          <Text size="sm" c="dimmed">
            {count > items.length && t('more', { count: count - items.length })}
          </Text>
          {mayList && (
            <Anchor component={Link} href={listPath} prefetch={false} size="sm" onClick={onNavigate}>
              {t('all')}
            </Anchor>
          )}
        </Group>
      )}
    </>
  )
}

function Item({ notice }: { notice: UnreadNotice }): ReactNode {
  const { title, text } = useNoticeText()(notice)
  return (
    <>
      <span className={classes.title}>{title}</span>
      {text && <span className={classes.text}>{text}</span>}
      <span className={classes.text}>
        <Moment at={notice.published_at} />
      </span>
    </>
  )
}
