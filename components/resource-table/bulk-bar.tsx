'use client'

import { ActionBar, Button, Text, Tooltip } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentType, useState } from 'react'
import { useToast } from '../shell/toast'
import { bulkLimit } from './all-rows'
import type { Item } from './bulk-dialog'
import type { BulkRun } from './bulk-run'
import type { AskProps } from './declaration'

const BulkDialog = dynamic(() => import('./bulk-dialog'), { ssr: false })

interface Opening {
  key: string
  label: string
  open: () => void
  most: number
}

interface Action extends BulkRun {
  key: string
  label: string
  open?: never
  confirm: (count: number) => string
  danger?: boolean
  ask?: ComponentType<AskProps>
}

interface BulkBarProps {
  selected: readonly Item[]
  actions: readonly (Action | Opening)[]
  /** The number of rows that match the filters; undefined if it is not exact. */
  total: number | undefined
  /** Selects all rows that match the filters. */
  onSelectAll: (() => Promise<void>) | undefined
  /** The key of the action that waits for its confirmation. */
  confirming: string | undefined
  onConfirm: (key: string) => void
  /** Keeps only these rows selected, and asks for no confirmation any more. */
  onKeep: (keys: ReadonlySet<string>) => void
}

/** The bulk actions for the selected rows. */
export default function BulkBar(props: BulkBarProps) {
  const { selected, actions, total, onSelectAll, confirming: confirmingKey, onConfirm, onKeep } = props
  const t = useTranslations('table')
  const toast = useToast()
  const [isReading, setReading] = useState(false)
  const confirming = actions.find((one): one is Action => one.key === confirmingKey && !one.open)
  const clear = () => onKeep(new Set())
  const selectAll = async () => {
    setReading(true)
    try {
      await onSelectAll?.()
    } catch (error) {
      toast.failure(error, t('selectAllFailed'))
    } finally {
      setReading(false)
    }
  }
  const canSelectAll = onSelectAll && total !== undefined && total > selected.length && total <= bulkLimit
  return (
    <>
      <ActionBar opened={!confirming} onClose={clear} aria-label={t('bulk')} p="xs">
        <Text size="sm" px="xs" role="status">
          {t('selected', { count: selected.length })}
        </Text>
        {canSelectAll && (
          <Button size="xs" variant="subtle" loading={isReading} onClick={selectAll}>
            {t('selectAll', { total })}
          </Button>
        )}
        <ActionBar.Divider />
        {actions.map((action) => (
          <BulkButton key={action.key} action={action} count={selected.length} onConfirm={onConfirm} />
        ))}
        <ActionBar.CloseButton aria-label={t('clearSelection')} />
      </ActionBar>
      {confirming && (
        <BulkDialog
          label={confirming.label}
          question={confirming.confirm(selected.length)}
          danger={confirming.danger ?? false}
          ask={confirming.ask}
          items={selected}
          batch={confirming.batch}
          onRun={confirming.run}
          undoFor={confirming.undoFor}
          onClose={onKeep}
        />
      )}
    </>
  )
}

interface BulkButtonProps {
  action: Action | Opening
  /** How many rows are selected. */
  count: number
  onConfirm: (key: string) => void
}

function BulkButton({ action, count, onConfirm }: BulkButtonProps) {
  const t = useTranslations('table')
  if (!action.open)
    return (
      <Button
        size="xs"
        variant={action.danger ? 'light' : 'default'}
        color={action.danger ? 'red' : undefined}
        onClick={() => onConfirm(action.key)}
      >
        {action.label}
      </Button>
    )
  const isTooMany = count > action.most
  return (
    <Tooltip label={t('bulkMost', { count: action.most })} disabled={!isTooMany} withArrow>
      <Button
        size="xs"
        variant="default"
        aria-disabled={isTooMany}
        data-disabled={isTooMany || undefined}
        onClick={() => !isTooMany && action.open()}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}
