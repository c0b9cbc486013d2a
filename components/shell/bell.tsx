'use client'

import { Popover, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect, useRef, useState } from 'react'
import classes from './bell.module.css'
import { type Unread, useUnread } from './use-unread'

// Loaded when they are first opened.
const BellPanel = dynamic(() => import('./bell-panel'), { ssr: false, loading: () => <Skeleton height={120} /> })
const NoticeDialog = dynamic(() => import('./notice-dialog'), { ssr: false })

const highestShown = 99

/** `?bell=open` opens it, which the start page links to. */
const openParser = parseAsStringLiteral(['open'])

/** The number of unread notices, and the newest of them. */
export function Bell() {
  const t = useTranslations('bell')
  const { unread, refresh } = useUnread()
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useQueryState('bell', openParser)
  useEffect(() => {
    if (!asked) return
    setOpen(true)
    void setAsked(null)
  }, [asked, setAsked])
  const [opened, setOpened] = useState<Unread['items'][number]>()
  const button = useRef<HTMLButtonElement>(null)
  const count = unread?.count ?? 0
  const close = () => {
    button.current?.focus()
    setOpen(false)
  }
  const closeNotice = () => {
    button.current?.focus()
    setOpened(undefined)
  }
  const toggle = () => {
    if (!isOpen) void refresh()
    setOpen(!isOpen)
  }
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        onClose={() => button.current?.focus()}
        position="bottom-end"
        width={340}
        trapFocus
      >
        <Popover.Target>
          <UnstyledButton ref={button} className={classes.bell} aria-label={t('label', { count })} onClick={toggle}>
            <IconBell size={20} stroke={1.6} aria-hidden="true" />
            {count > 0 && (
              <span className={classes.count} aria-hidden="true">
                {count > highestShown ? t('many') : count}
              </span>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} className={classes.dropdown} aria-label={t('title')}>
          <BellPanel
            unread={unread}
            refresh={refresh}
            onOpen={(notice) => {
              close()
              setOpened(notice)
            }}
            onNavigate={close}
          />
        </Popover.Dropdown>
      </Popover>
      <Announcement unread={unread} />
      {opened && <NoticeDialog notice={opened} onRead={refresh} onClose={closeNotice} />}
    </>
  )
}

/** Tells screen readers when there are more than before, and is silent otherwise. */
function Announcement({ unread }: { unread: Unread | undefined }) {
  const t = useTranslations('bell')
  const [known, setKnown] = useState<number>()
  const [text, setText] = useState('')
  if (unread && unread.count !== known) {
    setKnown(unread.count)
    if (known !== undefined)
      setText(unread.count > known ? t('arrived', { fresh: unread.count - known, count: unread.count }) : '')
  }
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>
}
