'use client'

import { ActionBar, Button, Text, Tooltip } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { bulkLimit } from './all-rows'
import type { Item } from './bulk-dialog'
import type { BulkRun } from './bulk-run'
import type { OnEnter } from './declaration'
import classes from './resource-table.module.css'

const BulkDialog = dynamic(() => import('./bulk-dialog'), { ssr: false })

interface Offered {
  key: string
  label: string
  items: readonly Item[]
  /** undefined: all selected rows. */
  most: number | undefined
}

interface Opening extends Offered {
  open: () => void
}

interface Action extends Offered, BulkRun {
  open?: never
  confirm: (count: number) => string
  danger: boolean
  ask: ((onEnter: OnEnter) => ReactNode) | undefined
  effectOf: (key: string, entered: string) => string | undefined
  /** Apart from rows that `leftOut` explains. */
  skipped: number
  leftOut: ReactNode
}

interface BulkBarProps {
  selected: readonly Item[]
  actions: readonly (Action | Opening)[]
  /** Matching the filters; undefined if not exactly known. */
  total: number | undefined
  onSelectAll: (() => Promise<void>) | undefined
  /** Waits for confirmation. */
  confirming: string | undefined
  onConfirm: (key: string) => void
  /** Keeps only these selected, and closes the confirmation. */
  onKeep: (keys: ReadonlySet<string>) => void
}

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
      <ActionBar opened={!confirming} onClose={clear} aria-label={t('bulk')} p="xs" className={classes.actionBar}>
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
          <BulkButton key={action.key} action={action} onConfirm={onConfirm} />
        ))}
        <ActionBar.CloseButton aria-label={t('clearSelection')} />
      </ActionBar>
      {confirming && (
        <BulkDialog
          label={confirming.label}
          question={confirming.confirm(confirming.items.length)}
          skipped={confirming.skipped}
          leftOut={confirming.leftOut}
          danger={confirming.danger}
          ask={confirming.ask}
          effectOf={confirming.effectOf}
          items={confirming.items}
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
  onConfirm: (key: string) => void
}

function BulkButton({ action, onConfirm }: BulkButtonProps) {
  const t = useTranslations('table')
  const { items, most } = action
  const why =
    items.length === 0
      ? t('bulkNone')
      : most !== undefined && items.length > most
        ? t('bulkMost', { count: most })
        : undefined
  const isDanger = !action.open && action.danger
  const start = () => (action.open ? action.open() : onConfirm(action.key))
  return (
    <Tooltip label={why} disabled={why === undefined} withArrow>
      <Button
        size="xs"
        variant={isDanger ? 'light' : 'default'}
        color={isDanger ? 'red' : undefined}
        aria-disabled={why !== undefined}
        data-disabled={why !== undefined || undefined}
        onClick={() => why === undefined && start()}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}
