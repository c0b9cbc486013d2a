'use client'

import { ActionBar, Button, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '../shell/toast'
import { mostAtOnce } from './all-rows'

const BulkDialog = dynamic(() => import('./bulk-dialog'), { ssr: false })

interface Action {
  key: string
  label: string
  confirm: (count: number) => string
  danger?: boolean
  run: (key: string) => Promise<unknown>
}

interface BulkBarProps {
  picked: readonly { key: string; name: string }[]
  actions: readonly Action[]
  /** How many match the filters; undefined where nobody knows exactly. */
  total: number | undefined
  /** Chooses all that match. */
  onAll: (() => Promise<void>) | undefined
  /** Leaves only these chosen. */
  onKeep: (keys: ReadonlySet<string>) => void
}

/** What can be done with the chosen rows. */
export default function BulkBar({ picked, actions, total, onAll, onKeep }: BulkBarProps) {
  const t = useTranslations('table')
  const toast = useToast()
  const [isReading, setReading] = useState(false)
  const [asked, setAsked] = useState<Action>()
  const clear = () => onKeep(new Set())
  const chooseAll = async () => {
    setReading(true)
    try {
      await onAll?.()
    } catch (error) {
      toast.failure(error, t('selectAllFailed'))
    } finally {
      setReading(false)
    }
  }
  const offersAll = onAll && total !== undefined && total > picked.length && total <= mostAtOnce
  return (
    <>
      <ActionBar opened={!asked} onClose={clear} aria-label={t('bulk')} p="xs">
        <Text size="sm" px="xs" role="status">
          {t('selected', { count: picked.length })}
        </Text>
        {offersAll && (
          <Button size="xs" variant="subtle" loading={isReading} onClick={chooseAll}>
            {t('selectAll', { total })}
          </Button>
        )}
        <ActionBar.Divider />
        {actions.map((action) => (
          <Button
            key={action.key}
            size="xs"
            variant={action.danger ? 'light' : 'default'}
            color={action.danger ? 'red' : undefined}
            onClick={() => setAsked(action)}
          >
            {action.label}
          </Button>
        ))}
        <ActionBar.CloseButton aria-label={t('clearSelection')} />
      </ActionBar>
      {asked && (
        <BulkDialog
          label={asked.label}
          question={asked.confirm(picked.length)}
          danger={asked.danger ?? false}
          items={picked.map(({ key, name }) => ({ key, name, run: () => asked.run(key) }))}
          onClose={(failed) => {
            setAsked(undefined)
            onKeep(failed)
          }}
        />
      )}
    </>
  )
}
