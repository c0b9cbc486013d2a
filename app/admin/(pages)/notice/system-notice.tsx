'use client'

import { Button, Text } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { useNoticeText } from '@/components/admin/frame/notice-text'
import { RecordView } from '@/components/admin/resource-form/record-view'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { type Answer, send } from '@/lib/server/client'
import { Readers } from './readers'

interface SystemNoticeProps {
  notice: Answer<'GET /cms/notice/{id}'>
  onClose: () => void
}

/** Written by the shop itself. Staff can only withdraw it. */
export function SystemNotice({ notice, onClose }: SystemNoticeProps) {
  const t = useTranslations('notice')
  const { title, text } = useNoticeText()(notice)
  const mayUpdate = useCan()('notice.update')
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  const { id, version, status, published_at, link } = notice
  const withdraw = async () => {
    setBusy(true)
    const body = { status: 'offline', version } as const
    const isDone = await act(() => send('PUT /cms/notice/{id}', { params: { id }, body }), {
      success: t('withdrawn'),
      failure: t('notWithdrawn'),
    })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <RecordView
      title={title}
      actions={
        <>
          {mayUpdate && status === 'published' && (
            <Button variant="default" loading={isBusy} onClick={() => void withdraw()}>
              {t('withdraw')}
            </Button>
          )}
          {link && (
            <Button component={Link} href={link} prefetch={false}>
              {t('follow')}
            </Button>
          )}
        </>
      }
    >
      <Text>{text}</Text>
      <Facts>
        <Fact name={t('status')}>
          <DictionaryTag type="publication_status" value={status} />
        </Fact>
        {published_at && (
          <Fact name={t('publishedAt')}>
            <Moment at={published_at} />
          </Fact>
        )}
      </Facts>
      <Readers id={id} />
    </RecordView>
  )
}
