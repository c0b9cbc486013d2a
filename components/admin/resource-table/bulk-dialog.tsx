'use client'

import { Button, Group, List, Modal, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '@/components/ui/failure-text'
import { useRefresh } from '@/components/ui/refresh'
import { useSession } from '@/components/ui/session'
import { useAction } from '@/components/ui/use-action'
import type { BulkRun } from './bulk-run'
import type { OnEnter } from './declaration'

export interface Item {
  key: string
  name: string
}

interface BulkDialogProps {
  label: string
  question: string
  /** Selected rows that the action would not change. */
  skipped: number
  /** Further rows that the action leaves out. */
  leftOut: ReactNode
  danger: boolean
  /** An input to fill in before the action runs. */
  ask: ((onEnter: OnEnter) => ReactNode) | undefined
  effectOf: (key: string, entered: string) => string | undefined
  items: readonly Item[]
  /** Items for one call of `onRun`. */
  batch: number
  /** Returns the errors of failed items by key. */
  onRun: BulkRun['run']
  undoFor: BulkRun['undoFor']
  /** Of failed items, or of all if the action was not started. */
  onClose: (failed: ReadonlySet<string>) => void
}

interface Result {
  item: Item
  failure: string | undefined
}

export default function BulkDialog({ onClose, ...given }: BulkDialogProps) {
  // The state at the time of opening: changed rows may no longer match the action.
  const [{ label, question, skipped, leftOut, danger, ask, effectOf, items, batch, onRun, undoFor }] = useState(given)
  const t = useTranslations('table')
  const tToast = useTranslations('toast')
  const act = useAction()
  const textOf = useFailureText()
  const withSession = useSession()
  const refresh = useRefresh()
  const [entered, setEntered] = useState(ask ? undefined : '')
  const [results, setResults] = useState<Result[]>()
  const [isUndoing, setUndoing] = useState(false)
  const isDone = results?.length === items.length
  const isRunning = results !== undefined && !isDone
  const failed = (results ?? []).filter(({ failure }) => failure !== undefined)

  const run = async () => {
    if (entered === undefined) return
    const done: Result[] = []
    setResults([])
    while (done.length < items.length) {
      const part = items.slice(done.length, done.length + batch)
      const refused = await withSession(() =>
        onRun(
          part.map(({ key }) => key),
          entered,
        ),
      ).catch((error: unknown) => new Map(part.map(({ key }) => [key, error])))
      for (const item of part) {
        const failure = refused.has(item.key) ? textOf(refused.get(item.key)).text : undefined
        done.push({ item, failure })
      }
      setResults([...done])
    }
    refresh()
  }
  const undo = isDone
    ? undoFor(results.filter(({ failure }) => failure === undefined).map(({ item }) => item.key))
    : undefined
  const takeBack = async () => {
    if (!undo) return
    setUndoing(true)
    const request = async () => {
      for (const reason of (await undo()).values()) throw reason
    }
    await act(request, { success: tToast('undone'), failure: tToast('undoFailed') })
    close()
  }
  const close = () => {
    if (!isRunning) onClose(new Set((results ? failed.map(({ item }) => item) : items).map(({ key }) => key)))
  }
  return (
    <Modal opened onClose={close} title={label} centered closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack>
        {!results && <Text>{question}</Text>}
        {!results && skipped > 0 && (
          <Text size="sm" c="dimmed">
            {t('bulkSkipped', { count: skipped })}
          </Text>
        )}
        {!results && leftOut}
        {!results && ask?.(setEntered)}
        {results && (
          <Text role="status">
            {t('bulkResult', { done: results.length - failed.length, failed: failed.length, total: items.length })}
          </Text>
        )}
        {isRunning && <Progress value={(100 * results.length) / items.length} aria-label={label} animated />}
        <ScrollArea.Autosize mah={260}>
          <List size="sm" spacing={4} center listStyleType="none">
            {(results ?? items.map((item) => ({ item, failure: undefined }))).map(({ item, failure }) => (
              <List.Item key={item.key} icon={results && <ResultIcon isFailed={failure !== undefined} />}>
                {item.name}
                {failure === undefined && entered !== undefined && <Effect text={effectOf(item.key, entered)} />}
                {failure && (
                  <Text span size="sm" c="red" ml={6}>
                    {failure}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          {!results && (
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
          )}
          {undo && (
            <Button variant="default" loading={isUndoing} onClick={() => void takeBack()}>
              {tToast('undo')}
            </Button>
          )}
          {isDone ? (
            <Button onClick={close} data-autofocus>
              {t('done')}
            </Button>
          ) : (
            <Button
              color={danger ? 'red' : undefined}
              loading={isRunning}
              disabled={entered === undefined}
              onClick={run}
            >
              {label}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function ResultIcon({ isFailed }: { isFailed: boolean }) {
  const t = useTranslations('table')
  const Icon = isFailed ? IconAlertTriangle : IconCheck
  const colour = isFailed ? 'red' : 'accent'
  return (
    <Icon
      size={16}
      role="img"
      aria-label={isFailed ? t('failed') : t('succeeded')}
      color={`var(--mantine-color-${colour}-text)`}
    />
  )
}

function Effect({ text }: { text: string | undefined }) {
  return (
    text && (
      <Text span size="sm" c="dimmed" ml={6}>
        {text}
      </Text>
    )
  )
}
