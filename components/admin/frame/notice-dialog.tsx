'use client'

import { Modal, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { RecordDetails } from '@/components/admin/resource-form/record-details'
import { Moment } from '@/components/ui/moment'
import { RichText } from '@/components/ui/rich-text'
import { send } from '@/lib/server/client'
import { useNoticeText } from './notice-text'
import type { Unread } from './use-unread'

interface NoticeDialogProps {
  notice: Unread['items'][number]
  /** Also after a failed attempt to mark the notice as read: it may no longer exist. */
  onRead: () => Promise<void>
  onClose: () => void
}

export default function NoticeDialog({ notice, onRead, onClose }: NoticeDialogProps) {
  const t = useTranslations('admin')
  const { title, text } = useNoticeText()(notice)
  const open = async () => {
    try {
      return await send('POST /cms/notice/{id}/read', { params: { id: notice.id } })
    } finally {
      void onRead()
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          <Moment at={notice.published_at} />
        </Text>
        {text && <Text>{text}</Text>}
        <RecordDetails read={open}>{({ content }) => <RichText html={content} lang="zh-CN" />}</RecordDetails>
      </Stack>
    </Modal>
  )
}
