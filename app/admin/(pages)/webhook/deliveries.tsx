'use client'

import { Button, Code, Group, Skeleton, Table, Text, Title } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { Tag } from '@/components/admin/tag/tag'
import { Choice } from '@/components/ui/choice'
import { Failure } from '@/components/ui/failure'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { deliveryStatuses } from '@/db/enums'
import { send } from '@/lib/server/client'

type Delivery = RowOf<'GET /cms/webhook/{id}/delivery'>

const [few, most] = [10, 100]
const styles = { accepted: 'success', waiting: 'warning', given_up: 'danger' } as const

/** The latest of a webhook, newest first. */
export function Deliveries({ id }: { id: number }) {
  const t = useTranslations('webhook.deliveries')
  const act = useAction()
  const mayUpdate = useCan()('webhook.update')
  const [status, setStatus] = useState('')
  const [size, setSize] = useState(few)
  const chosen = deliveryStatuses.find((one) => one === status)
  const { value, isFailed, reload, refresh } = useRead(
    () => send('GET /cms/webhook/{id}/delivery', { params: { id }, query: { size, status: chosen } }),
    `${size} ${status}`,
  )
  const retry = async (delivery: Delivery) => {
    const params = { id, delivery_id: delivery.id }
    const done = await act(() => send('POST /cms/webhook/{id}/delivery/{delivery_id}/retry', { params }), {
      success: t('retried'),
      failure: t('notRetried'),
      isLocal: true,
    })
    if (done) await refresh()
  }
  return (
    <section aria-label={t('title')}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('title')}
        </Title>
        <Choice
          size="xs"
          aria-label={t('status')}
          data={[{ value: '', label: t('all') }, ...deliveryStatuses.map((one) => ({ value: one, label: t(one) }))]}
          value={status}
          onChange={setStatus}
        />
      </Group>
      {isFailed && <Failure order={3} onRetry={reload} />}
      {!value && !isFailed && <Skeleton height={120} />}
      {value?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      )}
      {value && value.items.length > 0 && (
        <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="group" aria-label={t('title')}>
          <Table tabularNums verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('event')}</Table.Th>
                <Table.Th scope="col">{t('answer')}</Table.Th>
                <Table.Th scope="col">{t('triedAt')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('tries')}
                </Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {value.items.map((row) => (
                <DeliveryRow key={row.id} row={row} onRetry={mayUpdate ? () => void retry(row) : undefined} />
              ))}
            </Table.Tbody>
          </Table>
          {value.next_cursor && size < most && (
            <Button variant="default" size="xs" mt="xs" onClick={() => setSize(most)}>
              {t('more')}
            </Button>
          )}
          {value.next_cursor && size === most && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('latest')}
            </Text>
          )}
        </Table.ScrollContainer>
      )}
    </section>
  )
}

const linked = { order: 'order', after_sale: 'after_sale', product: 'product', customer: 'customer' } as const
const isLinked = (resource: string): resource is keyof typeof linked => resource in linked

function DeliveryRow({ row, onRetry }: { row: Delivery; onRetry: (() => void) | undefined }) {
  const t = useTranslations('webhook')
  const { event, status, failure, response_status, response_body, tries, tried_at, next_try_at, duration_ms } = row
  return (
    <Table.Tr>
      <Table.Td>
        {t(`type.${event.type}`)}{' '}
        {isLinked(event.resource) && (
          <RecordAnchor resource={event.resource} id={event.resource_id}>
            {`#${event.resource_id}`}
          </RecordAnchor>
        )}
        <Text size="sm" c="dimmed">
          {event.seq} · <Moment at={event.at} />
        </Text>
        <details>
          <summary>{t('deliveries.body')}</summary>
          <Code block>{JSON.stringify(event, null, 2)}</Code>
          {response_body && (
            <Code block mt="xs">
              {response_body}
            </Code>
          )}
        </details>
      </Table.Td>
      <Table.Td>
        <Tag style={styles[status]}>{t(`deliveries.${status}`)}</Tag>{' '}
        {failure ? t(`failure.${failure}`) : `${response_status} (${duration_ms} ms)`}
        {next_try_at && (
          <Text size="sm" c="dimmed">
            {t('deliveries.nextTry')} <Moment at={next_try_at} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={tried_at} />
      </Table.Td>
      <Table.Td ta="right">{tries}</Table.Td>
      <Table.Td>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('deliveries.retry')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
