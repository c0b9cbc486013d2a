'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { Moment } from '@/components/ui/moment'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { useRead } from '@/components/ui/use-read'
import { textsIn } from '@/lib/kit/i18n/namespace'
import type { HistoryPage } from '@/lib/oper_log/schema'
import { MoreMessages } from '@/lib/server/next/more-messages'
import { Changes } from './changes'
import classes from './history.module.css'
import { useSentences } from './use-sentences'

type Page = z.output<typeof HistoryPage>

/** Newest first. */
export type ReadHistory = (query: { cursor?: string }) => Promise<Page>

interface RecordHistoryProps {
  read: ReadHistory
  /** undefined: these values cannot be restored. */
  restoringOf?: (before: Readonly<Record<string, unknown>>) => (() => void) | undefined
}

export default function RecordHistory({ read, restoringOf }: RecordHistoryProps) {
  const locale = useLocale()
  const { value } = useRead(async () => {
    const [history, setting, page] = await Promise.all([
      textsIn(locale, 'history'),
      textsIn(locale, 'setting'),
      read({}),
    ])
    return { messages: { history, setting }, page }
  })
  // Reserves the space, so that nothing below moves.
  if (!value) return <div className={classes.line} aria-busy="true" />
  return (
    <MoreMessages messages={value.messages}>
      <Entries first={value.page} read={read} {...(restoringOf && { restoringOf })} />
    </MoreMessages>
  )
}

function Entries({ first, read, restoringOf }: RecordHistoryProps & { first: Page }) {
  const t = useTranslations('history')
  const { actorOf, sentenceOf } = useSentences()
  const withSession = useSession()
  const [isOpen, setOpen] = useState(false)
  const [{ items, next_cursor }, setPage] = useState(first)
  const [isReading, setReading] = useState(false)
  const [latest] = items
  if (!latest) return <div className={classes.line}>{t('none')}</div>
  // For a record with a longer history, the creator is not known yet.
  const oldest = items.at(-1)
  const created = oldest?.action === 'create' && next_cursor === null ? oldest : undefined
  const readOlder = async () => {
    if (!next_cursor) return
    setReading(true)
    try {
      const older = await withSession(() => read({ cursor: next_cursor }))
      setPage({ ...older, items: [...items, ...older.items] })
    } finally {
      setReading(false)
    }
  }
  return (
    <section aria-label={t('title')}>
      <div className={classes.line}>
        <div>
          {created && (
            <div>{t.rich('created', { actor: actorOf(created), at: () => <Moment at={created.created_at} /> })}</div>
          )}
          {latest !== created && (
            <div>{t.rich('lastChange', { actor: actorOf(latest), at: () => <Moment at={latest.created_at} /> })}</div>
          )}
        </div>
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      </div>
      {isOpen && (
        <Stack gap="sm" mt="xs">
          <ol className={classes.entries}>
            {items.map((entry) => (
              <li key={entry.id}>
                <div>{sentenceOf(entry)}</div>
                <Changes of={entry} />
                {entry.before && entry.after && <Restore onRestore={restoringOf?.(entry.before)} />}
                <Text size="xs" c="dimmed">
                  <Moment at={entry.created_at} />
                </Text>
              </li>
            ))}
          </ol>
          {next_cursor && (
            <Button variant="default" size="xs" loading={isReading} onClick={() => void readOlder()}>
              {t('older')}
            </Button>
          )}
        </Stack>
      )}
    </section>
  )
}

function Restore({ onRestore }: { onRestore: (() => void) | undefined }) {
  const t = useTranslations('history')
  const toast = useToast()
  if (!onRestore) return null
  const restore = () => {
    onRestore()
    toast.note(t('restored'))
  }
  return (
    <Button variant="light" size="compact-xs" mt={4} onClick={restore}>
      {t('restore')}
    </Button>
  )
}
