'use client'

import { ActionBar, Button, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '../shell/toast'
import { mostAtOnce } from './all-rows'
import type { BulkAction } from './declaration'

const BulkDialog = dynamic(() => import('./bulk-dialog'), { ssr: false })

interface BulkBarProps<Row> {
  picked: ReadonlyMap<string, Row>
  setPicked: (rows: ReadonlyMap<string, Row>) => void
  actions: readonly BulkAction<Row>[]
  nameOf: ((row: Row) => string) | undefined
  /** How many match the filters; undefined where nobody knows exactly. */
  total: number | undefined
  /** Reads all that match. */
  readAll: (() => Promise<Row[]>) | undefined
}

/** What can be done with the chosen rows. */
export function BulkBar<Row extends { id: number }>({ picked, setPicked, ...props }: BulkBarProps<Row>) {
  const { actions, nameOf, total, readAll } = props
  const t = useTranslations('table')
  const toast = useToast()
  const [isReading, setReading] = useState(false)
  const [asked, setAsked] = useState<BulkAction<Row>>()
  const choose = (rows: Row[]) => setPicked(new Map(rows.map((row) => [String(row.id), row])))
  const chooseAll = async () => {
    if (!readAll) return
    setReading(true)
    try {
      choose(await readAll())
    } catch (error) {
      toast.failure(error, t('selectAllFailed'))
    } finally {
      setReading(false)
    }
  }
  const offersAll = readAll && total !== undefined && total > picked.size && total <= mostAtOnce
  return (
    <>
      <ActionBar opened={picked.size > 0 && !asked} onClose={() => choose([])} aria-label={t('bulk')} p="xs">
        <Text size="sm" px="xs" role="status">
          {t('selected', { count: picked.size })}
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
          question={asked.confirm(picked.size)}
          danger={asked.danger ?? false}
          items={[...picked].map(([key, row]) => ({
            key,
            name: nameOf?.(row) ?? `#${key}`,
            run: () => asked.run(row),
          }))}
          onClose={(failed) => {
            setAsked(undefined)
            setPicked(new Map([...picked].filter(([key]) => failed.has(key))))
          }}
        />
      )}
    </>
  )
}
