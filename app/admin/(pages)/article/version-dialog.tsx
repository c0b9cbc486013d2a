'use client'

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordDetails } from '@/components/admin/resource-form/record-details'
import HtmlDifference from '@/components/ui/html-difference'
import { useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'
import type { Version } from './versions'

interface VersionDialogProps {
  article: Answer<'GET /cms/article/{id}'>
  version: Version
  read: () => Promise<unknown>
  onClose: () => void
}

export default function VersionDialog({ article, version, read, onClose }: VersionDialogProps) {
  const t = useTranslations('article.versions')
  const format = useFormatter()
  const can = useCan()
  const act = useAction()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const title = t('compare', {
    at: format.dateTime(new Date(version.created_at), { dateStyle: 'medium', timeStyle: 'medium' }),
  })
  const params = { id: article.id, vid: version.id }
  const restore = async () => {
    setBusy(true)
    const body = { version: article.version }
    const done = await act(
      async () => {
        const { removed_images } = await send('POST /cms/article/{id}/version/{vid}/restore', { params, body })
        toast.success(t('restored', { removed: removed_images }))
      },
      { failure: t('restoreFailed') },
    )
    setBusy(false)
    if (!done) return
    onClose()
    await read()
  }
  return (
    <Modal opened onClose={onClose} title={title} size="xl" centered closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('legend')}
        </Text>
        <ScrollArea.Autosize mah="55dvh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
          <RecordDetails read={() => send('GET /cms/article/{id}/version/{vid}', { params })}>
            {({ content }) => <HtmlDifference before={content} after={article.content} />}
          </RecordDetails>
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          {can('article.update') && (
            <Button onClick={() => void restore()} loading={isBusy}>
              {t('restore')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
