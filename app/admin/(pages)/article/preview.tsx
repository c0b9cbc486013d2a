'use client'

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import { Copyable } from '@/components/ui/copyable'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { type Answer, send } from '@/lib/server/client'

/** Of the stored article. */
export function Preview({ id }: { id: number }) {
  const t = useTranslations('article.preview')
  const format = useFormatter()
  const can = useCan()
  const withSession = useSession()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [link, setLink] = useState<Answer<'POST /cms/article/{id}/preview'>>()
  if (!can('article.update')) return null
  const make = async () => {
    setBusy(true)
    try {
      setLink(await withSession(() => send('POST /cms/article/{id}/preview', { params: { id } })))
    } catch (error) {
      toast.failure(error, t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <DetailsSection title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('help')}
        </Text>
        {link && (
          <>
            <Copyable text={link.url} />
            <Text size="sm">
              <Anchor href={link.url} target="_blank" rel="noopener noreferrer" underline="always" inherit>
                {t('open')}
              </Anchor>{' '}
              {t('expires', { at: format.dateTime(new Date(link.expires_at), { timeStyle: 'short' }) })}
            </Text>
          </>
        )}
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          leftSection={<IconEye size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void make()}
        >
          {t('make')}
        </Button>
      </Stack>
    </DetailsSection>
  )
}
