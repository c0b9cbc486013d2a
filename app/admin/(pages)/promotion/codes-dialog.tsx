'use client'

import { Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { IntegerInput } from '@/components/ui/integer-input'
import { newIntention } from '@/components/ui/intention'
import { useAction } from '@/components/ui/use-action'
import { useAfterRender } from '@/components/ui/use-after-render'
import { send } from '@/lib/server/client'
import type { CouponDialogProps } from './result'

/** Codes per request. */
const most = 10_000

/** For coupons: the new codes or all unused codes. */
export default function CodesDialog({ promotion: { id, name, code_count }, onDone, onClose }: CouponDialogProps) {
  const t = useTranslations('promotion.codes')
  const act = useAction()
  const afterRender = useAfterRender()
  const download = useRef<HTMLAnchorElement>(null)
  const [intention] = useState(newIntention)
  const [count, setCount] = useState<number | ''>(100)
  const [codes, setCodes] = useState<readonly string[]>()
  const showUnused = () =>
    act(async () => setCodes((await send('GET /cms/promotion/{id}/code', { params: { id } })).codes), {
      failure: t('unread'),
      isLocal: true,
    })
  const isValid = count !== '' && count >= 1 && count <= most
  const create = async () => {
    if (count === '') return
    const body = { count }
    const request = () =>
      send('POST /cms/promotion/{id}/code', { params: { id }, body, idempotency_key: intention.keyFor(body) })
    const isDone = await act(async () => setCodes((await request()).codes), {
      failure: t('failed'),
      explain: ({ code }) => (code === 'limit_reached' ? t('tooMany') : undefined),
      isLocal: true,
    })
    if (!isDone) return
    afterRender(() => download.current?.focus())
    onDone()
  }
  return (
    <Modal opened onClose={onClose} title={t('title', { name })} closeButtonProps={{ 'aria-label': t('close') }}>
      {codes ? (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {t('shown', { count: codes.length })}
          </Text>
          <Textarea readOnly aria-label={t('codes')} rows={10} ff="monospace" value={codes.join('\n')} />
          <Group justify="flex-end" gap="sm">
            <CopyButton value={codes.join('\n')}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={<IconCopy size={16} stroke={1.8} aria-hidden="true" />}
                  onClick={copy}
                >
                  {copied ? t('copied') : t('copy')}
                </Button>
              )}
            </CopyButton>
            <Button
              ref={download}
              component="a"
              href={csvOf([t('column'), ...codes])}
              download={`codes-${id}.csv`}
              leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
            >
              {t('download')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <IntegerInput
            data-autofocus
            label={t('count')}
            description={t('countHelp')}
            min={1}
            max={most}
            value={count}
            onChange={setCount}
          />
          <Group justify="flex-end" gap="sm">
            {code_count > 0 && (
              <ActionButton variant="subtle" onAct={showUnused}>
                {t('unused')}
              </ActionButton>
            )}
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <ActionButton disabled={!isValid} onAct={create}>
              {t('create')}
            </ActionButton>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

/** A data URL. With a byte order mark, so that Excel reads UTF-8. */
const csvOf = (lines: readonly string[]) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.join('\r\n')}\r\n`)}`
