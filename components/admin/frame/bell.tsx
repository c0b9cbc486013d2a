'use client'

import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect, useState } from 'react'
import { Popup } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import classes from './bell.module.css'
import { type Unread, useUnread } from './use-unread'

const BellPanel = dynamic(() => import('./bell-panel'), { ssr: false, loading: () => <Skeleton height={120} /> })
const NoticeDialog = dynamic(() => import('./notice-dialog'), { ssr: false })

const highestShown = 99

/** For `?bell=open`, which opens the panel of notices. */
const openParser = parseAsStringLiteral(['open'])

export function Bell() {
  const t = useTranslations('bell')
  const { unread, refresh } = useUnread()
  const { target, popup, isOpen, setOpen } = usePopup('dialog')
  const button = target.ref
  const [asked, setAsked] = useQueryState('bell', openParser)
  useEffect(() => {
    if (!asked) return
    setOpen(true)
    void setAsked(null)
  }, [asked, setAsked, setOpen])
  const [opened, setOpened] = useState<Unread['items'][number]>()
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
      <UnstyledButton className={classes.bell} aria-label={t('label', { count })} {...target} onClick={toggle}>
        <IconBell size={20} stroke={1.6} aria-hidden="true" />
        {count > 0 && (
          <span className={classes.count} aria-hidden="true">
            {count > highestShown ? t('many') : count}
          </span>
        )}
      </UnstyledButton>
      <Popup
        popup={popup}
        position="bottom-end"
        width={340}
        padding={0}
        className={classes.dropdown}
        label={t('title')}
      >
        <BellPanel
          unread={unread}
          refresh={refresh}
          onOpen={(notice) => {
            close()
            setOpened(notice)
          }}
          onNavigate={close}
        />
      </Popup>
      <Announcement unread={unread} />
      {opened && <NoticeDialog notice={opened} onRead={refresh} onClose={closeNotice} />}
    </>
  )
}

/** Tells screen readers. */
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
