'use client'

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFailureText } from '@/components/ui/failure-text'
import { useToast } from '@/components/ui/toast'
import { SendError } from '@/lib/server/client'
import type { SaveView } from './use-save-view'
import type { ViewTask } from './view-tabs'

interface ViewDialogProps {
  task: ViewTask
  save: SaveView
  onClose: () => void
}

export default function ViewDialog({ task, save, onClose }: ViewDialogProps) {
  const t = useTranslations('table')
  const toast = useToast()
  const textOf = useFailureText()
  const [name, setName] = useState(task.kind === 'rename' ? task.view.name : '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const typed = name.trim()

  const run = async () => {
    if (task.kind === 'delete') await save.remove(task.view)
    else if (task.kind === 'rename') await save.rename(task.view, typed)
    else await save.create(typed)
  }
  const submit = async () => {
    if (task.kind !== 'delete' && !typed) {
      setError(t('viewNeedsName'))
      return
    }
    setBusy(true)
    try {
      await run()
      toast.success(task.kind === 'delete' ? t('viewDeleted', { name: task.view.name }) : t('viewSaved'))
      onClose()
    } catch (failure) {
      setBusy(false)
      if (task.kind === 'delete') toast.failure(failure, t('viewNotDeleted'))
      else if (!(failure instanceof SendError)) throw failure
      else setError(failure.code === 'already_exists' ? t('viewNameTaken') : textOf(failure).text)
    }
  }
  const label = { create: t('saveView'), rename: t('renameView'), delete: t('deleteView') }[task.kind]
  return (
    <Modal opened onClose={onClose} title={label} centered closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          {task.kind === 'delete' ? (
            <Text>{t('deleteViewQuestion', { name: task.view.name })}</Text>
          ) : (
            <TextInput
              data-autofocus
              required
              label={t('viewName')}
              description={task.kind === 'create' ? t('viewHelp') : undefined}
              maxLength={32}
              value={name}
              error={error}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value)
                setError(undefined)
              }}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy} color={task.kind === 'delete' ? 'red' : undefined}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
